// The desk by keyboard: "/" takes the focus to the field of the top line.
(() => {
  const TYPING = "input, select, textarea, [contenteditable]";

  document.addEventListener("keydown", (event) => {
    const field = document.querySelector('[aria-keyshortcuts="/"]');
    const other = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key !== "/" || other || !field || event.target.matches(TYPING)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
})();
