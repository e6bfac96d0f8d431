// The page of a ruling: what follows is shown of just what is chosen. The server makes sure of it; this hides it at once.
(() => {
  const ASKED_THERE = ["choice", "effect", "lead"];

  // A closed list cuts what is chosen in it: below it stands whole, unless what follows says it anyway.
  const spellOut = (form) => {
    const list = form.querySelector("[name=code]");
    const words = form.querySelector("[data-chosen]");
    words.hidden = !list.value || Boolean(form.querySelector("[data-consequence]:not([hidden])"));
    words.textContent = list.selectedOptions[0].textContent;
  };

  for (const form of document.querySelectorAll("[data-ruling]")) {
    const consequence = form.querySelector("[data-consequence]");
    const accept = form.querySelector("[name=accept]");
    form.addEventListener("input", (event) => {
      if (consequence && !ASKED_THERE.includes(event.target.name)) consequence.hidden = accept.hidden = true;
      spellOut(form);
    });
    spellOut(form);
    consequence?.scrollIntoView({ block: "nearest" });
  }
})();
