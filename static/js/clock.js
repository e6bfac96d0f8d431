// Time left by the server's clock (R6.5): how far this device's own clock is off is measured, so that a phone that is
// seven minutes wrong shows the right time. Without this script the page says when time ends.
(() => {
  const EVERY = 30_000;

  // Rounded up, as a countdown is; nothing below zero.
  const words = (milliseconds) => {
    const seconds = Math.max(Math.ceil(milliseconds / 1000), 0);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  // What only concerns the page once time has run out: the question what was going on at that moment.
  const showWhenOver = (over) => {
    for (const part of document.querySelectorAll("[data-when-over]")) part.hidden = !over;
  };

  const follow = (face) => {
    const part = (name) => face.querySelector(`[data-clock-${name}]`);
    let said = null; // the server's last answer
    let offset = 0; // the server's clock less this device's

    const left = () => (said.paused || said.ends === null ? said.left : said.ends - (Date.now() + offset));

    const phase = (remaining) => {
      if (remaining === null) return "waiting";
      if (remaining <= 0) return "over";
      return said.paused ? "paused" : "running";
    };

    const show = () => {
      if (!said || isGone()) return;
      const remaining = left();
      const now = phase(remaining);
      if (remaining !== null) part("left").textContent = words(remaining);
      if (now === face.dataset.phase) return;
      face.dataset.phase = now;
      part("words").textContent = face.dataset[now];
      showWhenOver(now === "over");
    };

    // The answer was true somewhere between sending and receiving: in the middle, as far as one can know.
    const ask = async () => {
      if (document.hidden || isGone()) return;
      const sent = performance.now();
      try {
        const { open = "" } = document.documentElement.dataset; // said by presence.js
        const response = await fetch(face.dataset.clock + open, { cache: "no-store" });
        // Whoever was logged out is led to a page, not to a time.
        if (!response.ok || response.redirected) return;
        const answer = await response.json();
        offset = answer.now + (performance.now() - sent) / 2 - Date.now();
        said = answer;
        part("ends")?.remove();
        show();
        document.dispatchEvent(new CustomEvent("clock:said", { detail: { answer, offset } }));
      } catch {
        // No network: what was measured last stays right.
      }
    };

    // A page that renews itself has put another face in this one's place.
    const isGone = () => {
      if (face.isConnected) return false;
      beats.forEach(clearInterval);
      return true;
    };

    const beats = [setInterval(show, 1000), setInterval(ask, EVERY)];
    ask();
    document.addEventListener("visibilitychange", ask);
    window.addEventListener("pageshow", (event) => event.persisted && ask());
  };

  const followed = new WeakSet();
  const followAll = () => {
    for (const face of document.querySelectorAll("[data-clock]")) {
      if (!followed.has(face)) follow(face);
      followed.add(face);
    }
  };
  followAll();
  document.addEventListener("live:changed", followAll);
})();
