// The board of 28 tiles: a tap gives a tile to the lit hand, another takes it back; a tile that is held for a moment can
// be drawn onto a hand. What each hand has stands in its field, “6-4 3-1”; hands.js says which hand is lit.
(() => {
  const HAND = 7;
  const HOLD = 200; // milliseconds until a finger that stays draws the tile along instead of the page

  // A sentence of the page with its values: "{tile}, seat {seat}".
  const said = (sentence, values) => sentence.replace(/{(\w+)}/g, (_, name) => values[name]);

  const take = (board) => {
    const hands = board.closest("[data-hands]");
    const form = hands.form;
    const keys = [...board.querySelectorAll("[data-tile]")];
    const names = new Map(keys.map((key) => [key, key.getAttribute("aria-label")]));
    const line = board.querySelector("[data-laid]");
    const field = (seat) => hands.querySelector(`[name="tiles_${seat}"]`);
    const held = (seat) => field(seat).value.split(" ").filter(Boolean);
    const holder = (tile) => ["1", "2", "3", "4"].find((seat) => held(seat).includes(tile));
    const isOut = (seat) => hands.querySelector(`[data-hand="${seat}"]`).dataset.out === "yes";

    const show = () => {
      let left = 0;
      for (const key of keys) {
        const seat = holder(key.dataset.tile);
        const whose = key.querySelector(".whose");
        if (seat) left += 1;
        key.classList.toggle("given", Boolean(seat));
        key.setAttribute("aria-pressed", String(Boolean(seat)));
        key.setAttribute("aria-label", seat ? said(board.dataset.given, { tile: names.get(key), seat }) : names.get(key));
        whose.hidden = !seat;
        whose.className = `whose side-${seat === "1" || seat === "3" ? "a" : "b"}`;
        whose.querySelector("[data-seat-number]").textContent = seat ?? "";
      }
      line.textContent = said(line.dataset.laid, { count: keys.length - left });
    };

    const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

    const put = (seat, tiles) => {
      field(seat).value = tiles.join(" ");
    };

    const takeBack = (tile) => {
      const seat = holder(tile);
      if (seat) put(seat, held(seat).filter((each) => each !== tile));
    };

    // Whether the hand could take it; a full one says so.
    const give = (tile, seat) => {
      if (!seat || isOut(seat) || holder(tile) === seat) return;
      const full = held(seat).length >= HAND;
      if (!full) {
        takeBack(tile);
        put(seat, [...held(seat), tile]);
      }
      changed();
      if (full) line.textContent = said(line.dataset.full, { seat });
    };

    const tap = (tile) => {
      if (!holder(tile)) give(tile, hands.dataset.lit);
      else {
        takeBack(tile);
        changed();
      }
    };

    // Drawing: from the key under the finger to the hand where it is let go.
    let drawn = null;

    const handAt = ({ clientX, clientY }) =>
      document.elementsFromPoint(clientX, clientY).find((element) => element.dataset.hand)?.dataset.hand;

    const begin = () => {
      if (!drawn) return;
      drawn.moving = true;
      drawn.key.classList.add("drawn");
      navigator.vibrate?.(20);
    };

    const end = () => {
      clearTimeout(drawn?.holding);
      drawn?.key.classList.remove("drawn");
      for (const cell of hands.querySelectorAll("[data-over]")) cell.removeAttribute("data-over");
      drawn = null;
    };

    board.addEventListener("pointerdown", (event) => {
      const key = event.target.closest("[data-tile]");
      if (!key || !event.isPrimary) return;
      drawn = { key, x: event.clientX, y: event.clientY, moving: false };
      if (event.pointerType !== "mouse") drawn.holding = setTimeout(begin, HOLD);
    });
    document.addEventListener("pointermove", (event) => {
      if (!drawn) return;
      const far = Math.hypot(event.clientX - drawn.x, event.clientY - drawn.y) > 12;
      if (far && !drawn.moving && event.pointerType === "mouse") begin();
      if (!drawn.moving) return far && end();
      for (const cell of hands.querySelectorAll("[data-hand]")) {
        cell.toggleAttribute("data-over", cell.dataset.hand === handAt(event) && !isOut(cell.dataset.hand));
      }
    });
    // A finger that has held the tile no longer scrolls the page.
    board.addEventListener("touchmove", (event) => drawn?.moving && event.preventDefault(), { passive: false });
    document.addEventListener("pointerup", (event) => {
      if (!drawn?.moving) return end();
      const { key } = drawn;
      const seat = handAt(event);
      end();
      if (!seat || isOut(seat)) return;
      hands.querySelector(`[data-hand="${seat}"]`).click();
      give(key.dataset.tile, seat);
      key.dataset.dropped = "yes";
      setTimeout(() => delete key.dataset.dropped);
    });
    document.addEventListener("pointercancel", end);

    board.addEventListener("click", ({ target }) => {
      const key = target.closest("[data-tile]");
      if (key && !key.dataset.dropped) tap(key.dataset.tile);
    });
    board.addEventListener("contextmenu", (event) => event.preventDefault());

    const fit = () => {
      for (const seat of ["1", "2", "3", "4"]) if (isOut(seat)) put(seat, []);
      show();
    };
    form.addEventListener("deal:fit", fit);
  };

  for (const board of document.querySelectorAll("[data-board]")) take(board);
})();
