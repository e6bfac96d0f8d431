// A sheet of paper by keyboard: Enter goes to the next cell that is needed, "/" to the field for another table.
(() => {
  const form = document.querySelector("[data-keying]");
  if (!form) return;

  const DOMINO = ["d", "в"];
  const FISH = ["f", "t", "р"];
  const BROKEN = ["b", "a", "с"];
  const value = (row, name) => row.querySelector(`[name$="-${name}"]`)?.value.trim().toLowerCase() ?? "";

  // Cells that this row doesn't need: what a broken deal hasn't, the hand of whoever went out, the same end twice.
  const isNeeded = (cell) => {
    const row = cell.closest("[data-row]");
    if (cell.name === "time_playing") return form.querySelector('[name="time_after"]').value.trim() !== "";
    if (!row) return true;
    const name = cell.name.split("-")[1];
    const ending = value(row, "ending");
    if (name === "ending") return true;
    if (name === "void") return false;
    if (name === "lead") return row === form.querySelector("[data-row]");
    if (BROKEN.includes(ending)) return false;
    if (name === "end_2") return !FISH.includes(ending);
    return !(DOMINO.includes(ending) && name === `pips_${value(row, "closer")}`);
  };

  const isTyped = (row) => [...row.querySelectorAll("input")].some((cell) => cell.value.trim() && cell.type !== "checkbox");

  // From an empty row Enter leaves the grid.
  const nextOf = (cell) => {
    const cells = [...form.querySelectorAll('input:not([type="hidden"])')];
    const row = cell.closest("[data-row]");
    const leaving = row && !isTyped(row);
    const rest = cells.slice(cells.indexOf(cell) + 1);
    return rest.find((each) => (leaving ? !each.closest("[data-row]") : true) && isNeeded(each));
  };

  form.addEventListener("keydown", (event) => {
    if (!event.target.matches("input") || event.isComposing) return;
    if (event.key === "/") {
      event.preventDefault();
      document.querySelector('[aria-keyshortcuts~="/"]').focus();
      return;
    }
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextOf(event.target);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select?.();
  });

  form.querySelector("[autofocus]")?.scrollIntoView({ block: "nearest" });
})();
