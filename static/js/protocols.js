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

  for (const form of document.querySelectorAll("[data-deal]")) {
    form.addEventListener("input", () => fit(form));
    fit(form);
    sendOnce(form);
  }
  for (const form of document.querySelectorAll("[data-once]")) sendOnce(form);

  // What was refused comes into view.
  const wrong = document.querySelector("main form .message-error, main form .field-wrong:not([hidden] *)");
  if (wrong) {
    wrong.scrollIntoView({ block: "center" });
    wrong.querySelector("input, textarea")?.focus({ preventScroll: true });
  }
})();
