// What a phone on the table does beside showing the page: it ticks under the finger, stays awake, counts the time for a
// move and the time in which the last deal can be taken back. Where it can't, the page works all the same.
(() => {
  // A tap on a key is felt.
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-deal] :is(button, label), [data-move-timer] button")) navigator.vibrate?.(10);
  });

  // The screen stays on while the sheet is open; a browser allows that over https only.
  const stayAwake = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // A phone that saves its battery refuses.
    }
  };
  if (document.querySelector("[data-deal]")) {
    stayAwake();
    document.addEventListener("visibilitychange", stayAwake);
  }

  // Two minutes for taking the last deal back: the server counts, the page shows what it said.
  const countUndo = (part) => {
    const end = Date.now() + 1000 * part.dataset.undo;

    const show = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      const seconds = String(Math.max(left, 0) % 60).padStart(2, "0");
      part.querySelector("[data-undo-left]").textContent = `${Math.floor(Math.max(left, 0) / 60)}:${seconds}`;
      if (left > 0) return;
      clearInterval(counting);
      part.hidden = true;
      for (const over of document.querySelectorAll("[data-undo-over]")) over.hidden = false;
    };

    const counting = setInterval(show, 1000);
    show();
  };
  for (const part of document.querySelectorAll("[data-undo]")) countUndo(part);

  // The time for a move (R6.4): a key counts down; pressed once more it stops.
  const timeMoves = (timer) => {
    const over = timer.querySelector("[data-move-over]");
    let running = null;

    const stop = () => {
      if (!running) return;
      clearInterval(running.ticking);
      running.key.removeAttribute("aria-pressed");
      running.key.querySelector("strong").textContent = running.key.dataset.seconds;
      running = null;
    };

    const tick = () => {
      const left = Math.ceil((running.end - performance.now()) / 1000);
      running.key.querySelector("strong").textContent = Math.max(left, 0);
      if (left > 0) return;
      stop();
      over.hidden = false;
      navigator.vibrate?.([200, 100, 200]);
    };

    const start = (key) => {
      key.setAttribute("aria-pressed", "true");
      running = { key, end: performance.now() + 1000 * key.dataset.seconds, ticking: setInterval(tick, 200) };
    };

    for (const key of timer.querySelectorAll("[data-seconds]")) {
      key.addEventListener("click", () => {
        const again = running?.key === key;
        stop();
        over.hidden = true;
        if (!again) start(key);
      });
    }
    timer.hidden = false;
  };
  for (const timer of document.querySelectorAll("[data-move-timer]")) timeMoves(timer);
})();
