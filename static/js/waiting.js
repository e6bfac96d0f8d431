// The page of a table without network: a deal goes into the outbox before it is sent, the form goes on to the next one,
// and what became of each is shown until a person has dealt with it.
(() => {
  const AGAIN = 15_000;
  const NOT_KEPT = ["csrfmiddlewaretoken", "as_of", "version", "key"];

  const page = document.querySelector("[data-outbox]");
  if (!page || !window.indexedDB) return;
  const path = page.dataset.path || null; // none: a page that only tells what waits
  const basis = page.dataset.basis ? JSON.parse(page.dataset.basis) : null;
  const base = Number(page.dataset.version);
  const words = { ...page.dataset, ...document.querySelector("[data-outbox-words]").dataset };
  const kinds = JSON.parse(words.kinds);
  const form = path && document.querySelector("form[data-deal][data-preview]");
  const part = (name) => document.querySelector(`[data-${name}]`);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  let online = navigator.onLine;
  let clockOffset = Number(localStorage.getItem("server clock less ours") ?? 0);
  let busy = Promise.resolve();

  const mine = (entry) => entry.who === words.who || entry.sender === words.who;
  const asked = () => ({ ...basis, timed: basis.timed || part("clock")?.dataset.phase === "over" });

  // -- words -------------------------------------------------------------------------------------------------

  // By the server's clock and in the hall's zone, as what stands on the server is shown.
  const time = (entry) =>
    new Date(entry.at + entry.offset).toLocaleTimeString("en-GB", { timeZone: words.zone || undefined });

  const join = (...said) => said.filter(Boolean).join(" · ");

  const figures = (deal) => (deal.kind === "broken" || !deal.pips ? "" : deal.pips.join(" – "));

  const lineOf = ({ number, kind, closer, points, totals, pips }) =>
    join(
      fill(words.line, { number, kind: kinds[kind] ?? kind }),
      closer ? fill(words.closed, { seat: closer }) : "",
      figures({ kind, pips }),
      [points ? `+${points}` : "", totals ? `→ ${totals[0]} : ${totals[1]}` : ""].join(" ").trim(),
    );

  const dealsOf = (entries) => entries.map((entry) => provisional.dealOf(entry.fields));

  // What waits as the page can tell by itself; null where the sheet is another than the one it was written on.
  const reckon = (entries) => {
    if (!basis || !entries.length || entries[0].version !== base) return null;
    return provisional.after(asked(), dealsOf(entries));
  };

  // Without a basis a deal is shown by what was written, under the number that it had then.
  const linesOf = (entries) => {
    const reckoned = reckon(entries);
    return dealsOf(entries).map((deal, place) => {
      const line = reckoned?.added[place] ?? { kind: deal.ending, number: entries[place].number, closer: deal.closer };
      return lineOf({ ...line, pips: deal.pips });
    });
  };

  // -- what is shown -----------------------------------------------------------------------------------------

  const item = (text, more) => {
    const element = document.createElement("li");
    element.append(text);
    if (more) {
      const small = document.createElement("small");
      small.className = "muted";
      small.textContent = more;
      element.append(" ", small);
    }
    return element;
  };

  const showNetwork = (waiting) => {
    const badge = part("network");
    if (!badge) return;
    badge.hidden = false;
    badge.classList.toggle("badge-ok", online && !waiting);
    badge.classList.toggle("badge-warn", !online || waiting > 0);
    const text = join(online ? words.online : words.offline, waiting ? fill(words.waiting, { count: waiting }) : "");
    if (badge.textContent !== text) badge.textContent = text;
  };

  const showWaiting = (entries) => {
    const list = part("waiting-deals");
    if (!list) return;
    list.hidden = !entries.length;
    const lines = linesOf(entries);
    list
      .querySelector("ol")
      .replaceChildren(...entries.map((entry, place) => item(lines[place], join(words.unchecked, time(entry)))));
  };

  const showElsewhere = (entries) => {
    const place = part("elsewhere");
    if (!place) return;
    const tables = [...new Set(entries.map((entry) => entry.path))];
    place.hidden = !tables.length;
    place.querySelector("ul").replaceChildren(
      ...tables.map((table) => {
        const there = entries.filter((entry) => entry.path === table);
        const link = document.createElement("a");
        link.href = table;
        link.textContent = there[0].title;
        return item(link, join(fill(words.waiting, { count: there.length }), fill(words.by, { name: there[0].name })));
      }),
    );
  };

  const troubleOf = (entry) => {
    if (!entry || entry.key === form?.dataset.mends) return null;
    if (!mine(entry)) return "foreign";
    return entry.state === "waiting" ? null : entry.state;
  };

  // What keeps the first deal from being written, and what a person can do about it.
  const showTrouble = (entries) => {
    const panel = part("trouble");
    if (!panel) return;
    const [first] = entries;
    const trouble = troubleOf(first);
    panel.hidden = !trouble;
    if (!trouble) return;
    const server = trouble === "conflict" ? first.server : null;
    const values = { who: first.name, me: words.name, number: server?.deals.at(-1)?.number };
    for (const each of panel.querySelectorAll("[data-for]")) {
      each.hidden = !each.dataset.for.split(" ").includes(trouble);
    }
    for (const each of panel.querySelectorAll("[data-text]")) each.textContent = fill(each.dataset.text, values);
    panel.querySelector("[data-sentences]").replaceChildren(...(server ? [] : (first.sentences ?? [])).map((said) => item(said)));
    const lines = linesOf(entries);
    panel.querySelector("[data-mine]").replaceChildren(...entries.map((entry, place) => item(lines[place], time(entry))));
    if (server) {
      panel
        .querySelector("[data-theirs]")
        .replaceChildren(
          ...server.deals.map((deal) => item(lineOf({ ...deal, points: Math.max(...deal.points) }), join(deal.by, deal.at))),
        );
      panel.querySelector("[data-choose=after]").hidden = !server.open;
      panel.querySelector("[data-choose=instead]").hidden = !server.undo_seconds || !server.deals.length;
    }
  };

  // -- the form goes on --------------------------------------------------------------------------------------

  // Whoever leads is known, one seat or the two of a side, or has to be asked as before the first deal.
  const setLead = (seats) => {
    for (const field of form.querySelectorAll("[name=lead]")) {
      if (field.type === "hidden") field.remove();
      else field.disabled = seats.length === 1 || !seats.includes(Number(field.value));
    }
    const asking = form.querySelector("[name=lead]")?.closest(".asked");
    if (asking) asking.hidden = seats.length === 1;
    if (seats.length > 1) return;
    const known = Object.assign(document.createElement("input"), { type: "hidden", name: "lead", value: seats[0] });
    form.prepend(known);
  };

  const clear = () => {
    for (const field of form.elements) {
      if (!field.name || ["csrfmiddlewaretoken", "as_of", "version", "lead", "way"].includes(field.name)) continue;
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.name === "ending" && field.value === "domino";
      else if (field.type !== "submit") field.value = "";
    }
    for (const field of form.querySelectorAll("[name=lead][type=radio]")) field.checked = false;
    form.querySelector("#preview").replaceChildren();
    const button = form.querySelector("button[data-write]");
    button.textContent = button.dataset.words ?? button.textContent;
    form.querySelector("[data-ends]")?.removeAttribute("data-at");
    const hands = form.querySelector("[data-hands]");
    if (hands) hands.dataset.lit = "";
    delete form.dataset.sent;
    delete form.dataset.mends;
  };

  // The sheet as far as it can be told here: totals, the coming deal, its leader; in words where it can't be told.
  const goOn = (entries) => {
    const note = part("provisional-note");
    if (!note || !entries.length) return;
    note.hidden = false;
    if (part("next-step")) part("next-step").hidden = true;
    const coming = reckon(entries);
    const ends = coming ? coming.ends : "unknown";
    note.textContent = join(words.provisional, ends ? (words[`ends${ends[0].toUpperCase()}${ends.slice(1)}`] ?? "") : "");
    if (!coming) return;
    for (const total of document.querySelectorAll("[data-total]")) {
      if (coming.totals) total.textContent = coming.totals["ab".indexOf(total.dataset.total)];
      total.classList.add("unchecked");
    }
    if (!form) return;
    const [leader] = coming.lead.length === 1 ? coming.lead : [null];
    const players = JSON.parse(words.players);
    part("coming-deal").textContent = join(
      fill(words.coming, { number: coming.number }),
      leader ? fill(words.leads, { seat: leader, player: players[leader] }) : "",
    );
    setLead(coming.lead);
    form.dataset.draft = String(Number(words.written) + entries.length);
  };

  const show = async () => {
    const entries = await outbox.all();
    const here = entries.filter((entry) => entry.path === path);
    showNetwork(here.length);
    showWaiting(here);
    showTrouble(here);
    showElsewhere(entries.filter((entry) => entry.path !== path));
    goOn(here.filter((entry) => entry.key !== form?.dataset.mends));
  };

  // -- sending -----------------------------------------------------------------------------------------------

  const refresh = () => location.replace(path);

  const heard = (answered) => {
    if (answered !== null) online = answered;
  };

  // One after the other, whoever asks for it.
  const inTurn = (act) => (busy = busy.then(act, act));

  const sendAll = () =>
    inTurn(async () => {
      const waiting = await outbox.all();
      let sent = 0;
      for (const table of new Set(waiting.map((entry) => entry.path))) {
        const done = await outbox.flush(table, (entry) => mine(entry) && entry.key !== form?.dataset.mends);
        heard(done.answered);
        if (table === path) sent = done.sent;
      }
      if (sent) refresh();
      else await show();
    });

  // The deal is on this device before it goes out. Straight refusals are the server's page to say.
  const submit = async () => {
    const fields = [...new FormData(form)].filter(([name]) => !NOT_KEPT.includes(name));
    const key = form.elements.namedItem("key").value;
    const before = await outbox.of(path);
    const mended = before.find((entry) => entry.key === form.dataset.mends);
    const place = mended ? before.indexOf(mended) : before.length;
    const entry = {
      ...{ path, key, fields, at: Date.now(), offset: clockOffset, who: words.who, name: words.name },
      ...{ title: words.title, state: "waiting", sentences: [], server: null, sender: null },
      version: (before.length && !mended ? before[0].version : base) + place,
      number: Number(words.written) + place + 1,
    };
    if (mended) {
      await outbox.put({ ...entry, id: mended.id });
      await outbox.rebase(path, base);
    } else await outbox.add(entry);
    // As long as another stands before it, it has to wait.
    const done = await outbox.flush(path, mine);
    heard(done.answered);
    const rest = await outbox.of(path);
    const own = rest.find((each) => each.key === key);
    if (own?.state === "refused" && rest[0].key === key) form.submit();
    else if (!own && !rest.length) refresh();
    else if (done.sent) refresh();
    else {
      clear();
      await show();
      form.dispatchEvent(new Event("deal:next"));
      scrollTo(0, 0);
    }
  };

  form?.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    // Where nothing can be kept, the deal goes out as it does without this script.
    inTurn(() => submit().catch(() => form.submit()));
  });

  // -- what a person decides ---------------------------------------------------------------------------------

  const first = async () => (await outbox.of(path))[0];

  const sendAgain = async (choice) => {
    const entry = await first();
    const version = entry.state === "conflict" ? entry.server.version : Math.max(base, entry.version);
    if (entry.state !== "denied") await outbox.rebase(path, version);
    const done = await outbox.send({ ...(await first()), sender: words.who }, choice);
    heard(done.answered);
    if (done.state !== "sent") return show();
    await outbox.rebase(path, done.version);
    return refresh();
  };

  const drop = async (say) => {
    const entry = await first();
    const { dropped, sentence } = await outbox.drop(entry, words.drop);
    // Those after it have seen no more than it had: what was written meanwhile is asked about once more.
    if (dropped) await outbox.rebase(path, entry.version);
    if (dropped && !sentence) return refresh();
    say(sentence || words.notDropped);
    return dropped && setTimeout(refresh, 4000);
  };

  // The deal comes back into the form as it was written; sending it replaces the one that waits.
  const mend = async () => {
    const entry = await first();
    clear();
    const values = Object.fromEntries(entry.fields);
    for (const field of form.elements) {
      if (!(field.name in values) || (field.name === "lead" && field.type === "hidden")) continue;
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === values[field.name];
      else field.value = values[field.name];
    }
    form.dataset.mends = entry.key;
    form.dispatchEvent(new Event("input", { bubbles: true }));
    await show();
    form.scrollIntoView({ block: "start" });
  };

  part("trouble")?.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const said = part("trouble").querySelector("[data-said-here]");
    if ("choose" in button.dataset) inTurn(() => sendAgain(button.dataset.choose));
    else if ("drop" in button.dataset) inTurn(() => drop((sentence) => (said.textContent = sentence)));
    else if ("mend" in button.dataset && form) inTurn(mend);
  });

  // -- when ---------------------------------------------------------------------------------------------------

  window.addEventListener("online", () => {
    online = true;
    sendAll();
  });
  window.addEventListener("offline", () => {
    online = false;
    show();
  });
  document.addEventListener("clock:said", ({ detail }) => {
    clockOffset = detail.offset;
    localStorage.setItem("server clock less ours", String(Math.round(detail.offset)));
    // An answer that was on its way while the network went says nothing of now.
    if (online || !navigator.onLine) return;
    online = true;
    sendAll();
  });
  document.addEventListener("visibilitychange", () => document.hidden || sendAll());
  setInterval(async () => (await outbox.all()).some((entry) => entry.state === "waiting" && mine(entry)) && sendAll(), AGAIN);
  show()
    .then(() => form?.dispatchEvent(new Event("deal:number")))
    .then(sendAll)
    .catch(() => {});
})();
