// What comes after deals that the server hasn't seen yet: their points, the totals, who leads next. It serves only to go
// on without network; the server reckons anew, and by all the rules. Where it alone can know, `ends` says why.
const provisional = (() => {
  const SEATS = [1, 2, 3, 4];
  const sideOf = (seat) => (seat % 2 ? 0 : 1);
  const nextSeat = (seat) => (seat % 4) + 1;
  const partner = (seat) => ((seat + 1) % 4) + 1;

  const pipsOfTiles = (tiles) =>
    tiles
      .split(" ")
      .flatMap((tile) => tile.split("-"))
      .reduce((sum, half) => sum + Number(half), 0);

  // A deal from the fields of the form, as [name, value].
  const dealOf = (fields) => {
    const value = Object.fromEntries(fields);
    const pips = SEATS.map((seat) =>
      value.way === "tiles" ? pipsOfTiles(value[`tiles_${seat}`] ?? "") : Number(value[`pips_${seat}`] ?? 0),
    );
    return {
      lead: Number(value.lead) || null,
      ending: value.ending,
      closer: Number(value.closer) || null,
      pips,
      void: Boolean(value.void),
    };
  };

  const fishPoints = (left, winner, rule) => {
    if (rule === "all") return left[0] + left[1];
    if (rule === "opponents") return left[1 - winner];
    return Math.abs(left[0] - left[1]);
  };

  // R5: what became of a deal, which side won it, and its points.
  const worth = (deal, rules) => {
    if (deal.ending === "broken") return { kind: "broken", winner: null, points: 0 };
    const left = [deal.pips[0] + deal.pips[2], deal.pips[1] + deal.pips[3]];
    if (deal.ending === "domino") {
      const winner = sideOf(deal.closer);
      const points = rules.counted === "all" ? left[0] + left[1] : left[1 - winner];
      return deal.void ? { kind: "void", winner, points: 0 } : { kind: "domino", winner, points };
    }
    if (left[0] === left[1]) return { kind: "drawn", winner: null, points: 0 };
    const winner = left[0] < left[1] ? 0 : 1;
    if (deal.void) return { kind: "void", winner, points: 0 };
    return { kind: "fish", winner, points: fishPoints(left, winner, rules.fish) };
  };

  // R4.2, R5.6: the seats that may lead after these lines.
  const mayLead = (lines, rule) => {
    if (!lines.length) return SEATS;
    const last = lines.at(-1);
    if (last.kind === "broken") return [last.lead];
    const won = !["drawn", "broken"].includes(last.kind);
    if (rule === "winner" && won && last.closer) return [last.closer];
    if (rule === "alternate") {
      const side = 1 - sideOf(last.lead);
      const led = lines.filter((line) => sideOf(line.lead) === side);
      return led.length ? [partner(led.at(-1).lead)] : SEATS.filter((seat) => sideOf(seat) === side);
    }
    return [nextSeat(last.lead)];
  };

  // Why it can't be told here whether another deal follows; null where one does.
  const endOf = ({ rules, totals, counted, timed, extra }) => {
    if (timed) return "time";
    if (extra) return "extra";
    if (!totals) return "fines";
    const reached = rules.target !== null && Math.max(...totals) >= rules.target;
    if (!reached && (rules.deals === null || counted < rules.deals)) return null;
    if (totals[0] === totals[1]) return "level";
    return reached ? "target" : "deals";
  };

  // The basis of the page and the deals that wait, in order.
  const after = (basis, deals) => {
    const state = { ...basis, totals: basis.hidden ? null : [...basis.totals], lines: [...basis.lines] };
    const added = deals.map((deal) => {
      const { kind, winner, points } = worth(deal, basis.rules);
      state.lines.push({ lead: deal.lead, closer: deal.closer, kind });
      const number = state.counted + 1;
      if (kind !== "broken") state.counted += 1;
      if (state.totals && winner !== null) state.totals[winner] += points;
      return { number, kind, winner, points, closer: deal.closer, totals: state.totals && [...state.totals] };
    });
    return {
      added,
      totals: state.totals,
      number: state.counted + 1,
      lead: mayLead(state.lines, basis.rules.lead),
      ends: deals.length ? endOf(state) : null,
    };
  };

  return { dealOf, after };
})();
