// Who else has the sheet open: with each question for the time the server says it. While another device writes, this one
// only reads, until its reader takes the sheet over.
(() => {
  const place = document.querySelector("[data-presence]");
  if (!place) return;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const list = place.querySelector("ul");

  // Where the regulations set no time, there is no clock to ask with.
  if (!document.querySelector("[data-clock]")) {
    const unseen = Object.assign(document.createElement("span"), { hidden: true });
    Object.assign(unseen.dataset, { clock: place.dataset.state, phase: "waiting" });
    document.body.append(unseen);
  }
  document.documentElement.dataset.open = "&open=1";

  const show = (others) => {
    const held = others.some(({ holds }) => holds);
    place.hidden = !others.length;
    place.querySelector("[data-held]").hidden = !held;
    document.querySelector("main").toggleAttribute("data-read-only", held);
    list.replaceChildren(
      ...others.map((other) => {
        const item = document.createElement("li");
        item.textContent = fill(other.ago < 120 ? place.dataset.words : place.dataset.away, {
          ...other,
          minutes: Math.round(other.ago / 60),
        });
        return item;
      }),
    );
  };

  document.addEventListener("clock:said", ({ detail }) => detail.answer.others && show(detail.answer.others));
})();
