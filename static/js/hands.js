// What is left in the four hands: which hand is lit, keys for its pips, and the choice between pips and tiles, which
// this device remembers. Without this script the pips are written in plain fields.
(() => {
  const PLACE = "what is left is written as";
  const MOST = 69; // pips of seven tiles: a number that can't grow is whole

  const remembered = () => {
    try {
      return localStorage.getItem(PLACE);
    } catch {
      return null;
    }
  };

  const remember = (way) => {
    try {
      localStorage.setItem(PLACE, way);
    } catch {
      // The choice then lasts as long as the page.
    }
  };

  const take = (hands) => {
    const form = hands.form;
    const cells = [...hands.querySelectorAll("[data-hand]")];
    const pips = (cell) => cell.querySelector("[name^=pips_]");
    const tiles = (cell) => cell.querySelector("[name^=tiles_]");
    const isOut = (cell) => cell.dataset.out === "yes";
    const isEmpty = (cell) => pips(cell).value === "" || (byTiles() && tiles(cell).value === "");
    const lit = () => cells.find((cell) => cell.dataset.hand === hands.dataset.lit);
    const byTiles = () => hands.dataset.way === "tiles";
    let fresh = true; // the next digit begins the number anew

    const light = (cell) => {
      hands.dataset.lit = cell?.dataset.hand ?? "";
      for (const each of cells) each.toggleAttribute("data-lit", each === cell);
      fresh = true;
    };

    const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

    // The next hand without anything, in the order of the seats and from the first again; at last the open ends.
    const next = () => {
      const from = cells.indexOf(lit()) + 1;
      const open = [...cells.slice(from), ...cells.slice(0, from)].find((cell) => !isOut(cell) && isEmpty(cell));
      light(open);
      const ends = form.querySelector("[data-ends]");
      ends?.toggleAttribute("data-at", !open);
      if (!open) ends?.scrollIntoView({ block: "nearest" });
    };

    const press = (digit) => {
      const field = lit() && pips(lit());
      if (!field) return;
      const number = Number((fresh ? "" : field.value) + digit);
      field.value = String(number > MOST ? Number(digit) : number);
      fresh = false;
      const whole = field.value.length > 1 || 10 * Number(field.value) > MOST || field.value === "0";
      if (whole) next();
      changed();
    };

    const erase = () => {
      const cell = lit() ?? [...cells].reverse().find((each) => !isOut(each));
      if (!lit()) light(cell);
      pips(cell).value = pips(cell).value.slice(0, -1);
      fresh = false;
      changed();
    };

    // By tiles the fields show the sums.
    const sum = (cell) =>
      tiles(cell)
        .value.split(" ")
        .flatMap((tile) => tile.split("-"))
        .reduce((total, half) => total + Number(half), 0);

    const fit = () => {
      hands.dataset.way = hands.querySelector("[name=way]:checked")?.value ?? "pips";
      hands.querySelector("[data-keypad]").hidden = byTiles();
      hands.querySelector("[data-board]").hidden = !byTiles();
      for (const cell of cells) {
        const field = pips(cell);
        field.inputMode = "none";
        field.readOnly = isOut(cell) || byTiles();
        if (byTiles()) field.value = tiles(cell).value || isOut(cell) ? sum(cell) : "";
      }
      if (!lit() || isOut(lit())) light(cells.find((cell) => !isOut(cell) && isEmpty(cell)));
    };

    const choose = (way) => {
      const key = hands.querySelector(`[name=way][value="${way}"]`);
      if (key) key.checked = true;
    };

    for (const cell of cells) {
      cell.addEventListener("focusin", () => isOut(cell) || lit() === cell || light(cell));
      cell.addEventListener("click", () => isOut(cell) || light(cell));
    }
    hands.addEventListener("click", ({ target }) => {
      const key = target.closest("[data-digit], [data-erase], [data-next]");
      if (!key) return;
      if (key.dataset.digit) press(key.dataset.digit);
      else if ("erase" in key.dataset) erase();
      else next();
    });
    // A real keyboard writes into the lit hand, too, wherever it isn't writing anything else.
    document.addEventListener("keydown", (event) => {
      const writing = event.target.closest("input:not([type=radio], [type=checkbox], [name^=pips_]), textarea, select");
      if (writing || byTiles() || hands.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^\d$/.test(event.key)) press(event.key);
      else if (event.key === "Backspace") erase();
      else return;
      event.preventDefault();
    });
    hands.querySelector("[data-way]").addEventListener("change", ({ target }) => {
      remember(target.value);
      light(cells.find((cell) => !isOut(cell)));
    });
    form.addEventListener("deal:fit", fit);

    hands.classList.add("by-script");
    hands.querySelector("[data-way]").hidden = false;
    // A deal that comes back from the server stays as it was written.
    if (form.dataset.draft) choose(remembered() ?? "pips");
  };

  for (const hands of document.querySelectorAll("[data-hands]")) take(hands);
})();
