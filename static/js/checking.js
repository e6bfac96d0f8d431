// The queue by keyboard: c confirms, b opens the reason to send back, n puts off. Not before the sheet could be seen:
// a key that was pressed twice would confirm the next one unread.
(() => {
  const MOMENT = 700;
  const TYPING = "input, select, textarea, [contenteditable]";
  let ready = false;

  setTimeout(() => {
    ready = true;
    document.documentElement.dataset.keys = "ready";
  }, MOMENT);

  document.addEventListener("keydown", (event) => {
    const other = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (other || !ready || event.target.matches(TYPING)) return;
    // With another alphabet on the keyboard the key's place counts.
    const key = (/^[a-z]$/i.test(event.key) ? event.key : event.code.replace("Key", "")).toLowerCase();
    if (!["c", "b", "n"].includes(key)) return;
    const act = document.querySelector(`[aria-keyshortcuts="${key}"]`);
    if (!act) return;
    event.preventDefault();
    act.click();
    if (act.matches("summary")) act.parentElement.querySelector("input:not([type=hidden])").focus();
  });
})();
