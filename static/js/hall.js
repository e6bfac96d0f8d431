// The hall's screen shows its panels one after another, each for as long as twelve lines take to read. Without this
// script they stand below each other.
(() => {
  const SHOWN_FOR = 12_000;
  const SMALLEST = 0.5; // of the usual letters: a panel of long names is made smaller until it fits

  const panels = () => [...document.querySelectorAll("[data-panel]")];
  let shown = ""; // the key of the panel that is to be seen

  const fit = (panel) => {
    panel.style.fontSize = "";
    for (let size = 1; size > SMALLEST && panel.scrollHeight > panel.clientHeight + 1; size -= 0.05)
      panel.style.fontSize = `${size}em`;
  };

  const show = (step) => {
    const all = panels();
    if (!all.length) return;
    const at = all.findIndex((panel) => panel.dataset.panel === shown);
    const next = all[(Math.max(at, 0) + (at < 0 ? 0 : step)) % all.length];
    shown = next.dataset.panel;
    for (const panel of all) panel.hidden = panel !== next;
    fit(next);
  };

  document.documentElement.dataset.rotates = "";
  show(0);
  setInterval(() => show(1), SHOWN_FOR);
  document.addEventListener("live:changed", () => show(0));
  window.addEventListener("resize", () => show(0));
  document.fonts.ready.then(() => show(0));
})();
