// Keeps a page as new as the tournament: asks every few seconds, and swaps in what has changed. The server answers 304
// while nothing has. A tab that nobody looks at doesn't ask; without network the page says so and tries again.
(() => {
  const EVERY = 3500; // what is confirmed is to be seen within five seconds
  const AGAIN = 700; // while the page is being drawn
  const JITTER = 0.1; // a hall that has opened the page at once doesn't ask at once for ever
  const SLOWEST = 8; // times EVERY, after several failures in a row
  const MARKED_FOR = 10_000;
  const PATIENCE = 10_000;
  const ROWS = "[data-row], tbody tr:has(> th)";

  const block = () => document.getElementById("live");
  if (!block()?.dataset.tag) return;

  const note = document.querySelector("[data-live-note]");
  const marked = new Map(); // key of a row: until when it is marked
  let failures = 0;
  let heard = new Date();
  let timer;

  const later = (pause = EVERY) => {
    clearTimeout(timer);
    const slower = Math.min(2 ** failures, SLOWEST);
    timer = setTimeout(ask, pause * slower * (1 + JITTER * (2 * Math.random() - 1)));
  };

  // htmx comes with the first question: what is read first doesn't wait for it.
  let library;
  const { htmx: address } = document.currentScript.dataset;
  const loaded = () => {
    library ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = resolve;
      script.onerror = () => {
        library = undefined;
        reject();
      };
      document.head.append(script);
    });
    return library;
  };

  const ask = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      await loaded();
      htmx.trigger(block(), "live:ask");
    } catch {
      badly();
      later();
    }
  };

  // -- what was there before a swap, to be there after it --

  const key = (row) => row.dataset.row ?? row.querySelector("th").textContent.trim();
  const rows = () => new Map([...block().querySelectorAll(ROWS)].map((row) => [key(row), row]));
  const texts = () => new Map([...rows()].map(([name, row]) => [name, row.textContent.replace(/\s+/g, " ")]));
  const REACHABLE = "a, button, summary, [tabindex]";
  const reachable = (within = block()) => [...within.querySelectorAll(REACHABLE)];

  // Where the reader is: in a row, whatever comes before it meanwhile; else by what stands before it.
  const place = () => {
    const row = document.activeElement?.closest?.(ROWS);
    const isOurs = row && block().contains(row);
    return { row: isOurs ? key(row) : null, at: reachable(isOurs ? row : block()).indexOf(document.activeElement) };
  };

  const state = () => ({
    texts: texts(),
    open: [...block().querySelectorAll("details")].map((part) => part.open),
    left: [...block().querySelectorAll(".table-scroll")].map((part) => part.scrollLeft),
    focus: place(),
  });

  const restore = (before) => {
    [...block().querySelectorAll("details")].forEach((part, at) => (part.open = before.open[at] ?? part.open));
    [...block().querySelectorAll(".table-scroll")].forEach((part, at) => (part.scrollLeft = before.left[at] ?? 0));
    const { row, at } = before.focus;
    const within = row === null ? block() : rows().get(row);
    if (within) reachable(within)[at]?.focus({ preventScroll: true });
  };

  const mark = (before) => {
    const now = Date.now();
    for (const [name, text] of texts()) if (before.get(name) !== text) marked.set(name, now + MARKED_FOR);
    for (const [name, row] of rows()) row.classList.toggle("changed", (marked.get(name) ?? 0) > now);
    setTimeout(unmark, MARKED_FOR + 100);
  };

  const unmark = () => {
    const now = Date.now();
    for (const [name, until] of marked) if (until <= now) marked.delete(name);
    for (const [name, row] of rows()) if (!marked.has(name)) row.classList.remove("changed");
  };

  // -- the talk with the server --

  const well = () => {
    failures = 0;
    heard = new Date();
    note.hidden = true;
  };

  const badly = () => {
    failures += 1;
    const time = heard.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    note.textContent = `${note.dataset.lost} ${time}.`;
    note.hidden = failures < 2; // one question that got lost is nothing to speak of
  };

  const isOurs = (event) => event.detail.elt?.id === "live" || event.detail.target?.id === "live";
  // What somebody is filling in isn't taken from under his fingers: the next question brings the same news.
  const isBusy = () => block().contains(document.activeElement) && document.activeElement.matches("input, select");
  let before;

  document.addEventListener("htmx:configRequest", (event) => {
    if (!isOurs(event)) return;
    event.detail.headers["If-None-Match"] = block().dataset.tag;
    event.detail.timeout = PATIENCE;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isOurs(event)) return;
    const { xhr } = event.detail;
    // Led elsewhere: whoever is logged out meanwhile is asked to log in, and not within the page.
    if (xhr.responseURL && new URL(xhr.responseURL).pathname !== location.pathname) {
      event.detail.shouldSwap = false;
      location.reload();
      return;
    }
    event.detail.shouldSwap = xhr.status === 200 && !isBusy();
    before = state();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!isOurs(event)) return;
    restore(before);
    mark(before.texts);
    document.dispatchEvent(new CustomEvent("live:changed"));
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isOurs(event)) return;
    const { status } = event.detail.xhr;
    const isComing = event.detail.xhr.getResponseHeader("Live-Again") !== null;
    if (status === 200 || status === 304) well();
    else badly();
    // What was taken back from the public is gone here, too: the page says it in the server's words.
    if (status === 403 || status === 404) location.reload();
    else later(isComing ? AGAIN : EVERY);
  });

  document.addEventListener("visibilitychange", () => !document.hidden && ask());
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", (event) => event.persisted && ask());
  document.addEventListener("DOMContentLoaded", () => later());
})();
