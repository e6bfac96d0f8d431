// The protocol page: shows only what the ending asks for, and sends each deal once. The page works without it.
(() => {
  // Sixteen random bytes. crypto.randomUUID would need https, which a hall's own network often hasn't.
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const chosen = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";

  // Parts that this ending doesn't ask for; hidden fields aren't sent.
  const showParts = (form, ending) => {
    for (const part of form.querySelectorAll("[data-endings]")) {
      const asked = part.dataset.endings.split(" ").includes(ending);
      part.hidden = !asked;
      for (const field of part.querySelectorAll("input")) field.disabled = !asked;
    }
  };

  // Whoever went out by domino holds nothing: his field is 0 and can't be written in.
  const fixOwnHand = (form, ending, closer) => {
    for (const seat of ["1", "2", "3", "4"]) {
      const field = form.querySelector(`[name="pips_${seat}"]`);
      const out = ending === "domino" && seat === closer;
      if (out) field.value = "0";
      else if (field.readOnly) field.value = "";
      field.readOnly = out;
    }
  };

  const fit = (form) => {
    const ending = chosen(form, "ending");
    showParts(form, ending);
    fixOwnHand(form, ending, chosen(form, "closer"));
  };

  // A second press while the first is on its way does nothing; coming back to the page makes it usable again.
  const sendOnce = (form) => {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = "yes";
      const key = form.elements.namedItem("key");
      if (key && !key.value) key.value = newKey();
    });
    window.addEventListener("pageshow", () => delete form.dataset.sent);
  };

  // A half-written deal outlives the answer to another question on the page: it waits in this tab, for this deal only.
  const keepDraft = (form) => {
    const place = `deal ${location.pathname}`;
    const NOT_KEPT = ["csrfmiddlewaretoken", "version", "key"];

    const restore = ({ number, fields }) => {
      if (number !== form.dataset.draft) return;
      for (const [name, value] of fields) {
        for (const field of form.querySelectorAll(`[name="${name}"]:not([type=hidden])`)) {
          if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === value;
          else field.value = value;
        }
      }
      form.dispatchEvent(new Event("input"));
    };

    try {
      const kept = JSON.parse(sessionStorage.getItem(place));
      if (kept) restore(kept);
      form.addEventListener("input", () => {
        const fields = [...new FormData(form)].filter(([name]) => !NOT_KEPT.includes(name));
        sessionStorage.setItem(place, JSON.stringify({ number: form.dataset.draft, fields }));
      });
      form.addEventListener("submit", () => sessionStorage.removeItem(place));
    } catch {
      // Without storage the deal is written anew.
    }
  };

  for (const form of document.querySelectorAll("[data-deal]")) {
    if (form.dataset.draft) keepDraft(form);
    form.addEventListener("input", () => fit(form));
    fit(form);
    sendOnce(form);
  }
  for (const form of document.querySelectorAll("[data-once]")) sendOnce(form);

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

  // What was refused comes into view.
  const wrong = document.querySelector("main form .message-error, main form .field-wrong:not([hidden] *)");
  if (wrong) {
    wrong.scrollIntoView({ block: "center" });
    wrong.querySelector("input, textarea")?.focus({ preventScroll: true });
  }
})();
