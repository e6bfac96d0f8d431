// The desk by keyboard. What leads to sections and tables is reached by its key: a field is entered, a link followed.
// What else a page has of keys is that page's own, and only listed.
// `j` and `k` go from line to line, `?` lists the keys; who doesn't want them switches them off on this device.
(() => {
  const here = document.querySelector(".desk-list [aria-current]");
  const row = here?.closest("ul");
  if (row) row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;

  const TYPING = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
  const OURS = ".desk-list [aria-keyshortcuts], .desk-foot [aria-keyshortcuts], .jump [aria-keyshortcuts]";
  const OFF = "desk-keys-off";
  const dialog = document.getElementById("keys");
  const list = dialog?.querySelector("[data-keys]");
  const off = dialog?.querySelector("[data-keys-off]");

  const isOff = () => {
    try {
      return localStorage.getItem(OFF) !== null;
    } catch {
      return false;
    }
  };

  const keyed = () => [...document.querySelectorAll("[aria-keyshortcuts]")].filter((part) => part.checkVisibility());
  const isOurs = (part) => part.matches(OURS);

  // With another alphabet on the keyboard the key's place counts.
  const keyOf = ({ key, code }) => {
    if (code === "Slash" && (key === "." || key === ",")) return key === "." ? "/" : "?";
    return /^[а-яё]$/i.test(key) ? code.replace("Key", "").toLowerCase() : key;
  };

  const keysOf = (part) => part.getAttribute("aria-keyshortcuts").split(" ");

  const go = (part) => {
    if (!part.matches(TYPING)) {
      part.click();
      return;
    }
    part.focus();
    part.select?.();
  };

  const step = (by) => {
    const lines = [...document.querySelectorAll("[data-line]")];
    const at = lines.indexOf(document.activeElement);
    lines[at < 0 ? (by > 0 ? 0 : lines.length - 1) : Math.min(Math.max(at + by, 0), lines.length - 1)]?.focus();
  };

  const line = (part) => {
    const term = document.createElement("dt");
    for (const key of keysOf(part)) {
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap, " ");
    }
    const says = document.createElement("dd");
    says.textContent = part.dataset.keySays ?? part.textContent.trim();
    term.dataset.own = says.dataset.own = "";
    return [term, says];
  };

  const show = () => {
    if (!dialog || dialog.open) return;
    list.querySelectorAll("[data-own]").forEach((old) => old.remove());
    list.prepend(...keyed().flatMap(line));
    off.checked = isOff();
    dialog.showModal();
  };

  off?.addEventListener("change", () => {
    try {
      if (off.checked) localStorage.setItem(OFF, "1");
      else localStorage.removeItem(OFF);
    } catch {
      // Without storage it holds for nobody, and the next page asks again.
    }
  });

  document.querySelector("[data-keys-open]")?.addEventListener("click", show);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches(TYPING) || dialog?.open) return;
    const key = keyOf(event);
    if (key === "?") {
      event.preventDefault();
      show();
      return;
    }
    if (isOff()) return;
    if (key === "j" || key === "k") {
      step(key === "j" ? 1 : -1);
      return;
    }
    const part = keyed().find((each) => isOurs(each) && keysOf(each).includes(key));
    if (!part) return;
    event.preventDefault();
    go(part);
  });
})();
