// Deals that wait on this device until the server has taken them: kept in IndexedDB, so that neither a reload nor an
// empty battery loses one; sent in order, and removed only when the server has given their own key back.
const outbox = (() => {
  const NAME = "domino";
  const PATIENCE = 10_000; // after so many milliseconds a request counts as lost; the key makes sending it again safe

  const opened = new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const deals = request.result.createObjectStore("deals", { keyPath: "id", autoIncrement: true });
      deals.createIndex("key", ["path", "key"], { unique: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {}); // whoever needs it is told by `within`

  // One transaction, over only when it is safely on the disk.
  const within = async (mode, act) => {
    const database = await opened;
    return new Promise((resolve, reject) => {
      const transaction = database.transaction("deals", mode, { durability: "strict" });
      const request = act(transaction.objectStore("deals"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  };

  const all = () => within("readonly", (deals) => deals.getAll());
  const add = (entry) => within("readwrite", (deals) => deals.add(entry));
  const put = (entry) => within("readwrite", (deals) => deals.put(entry));
  const remove = ({ id }) => within("readwrite", (deals) => deals.delete(id));
  const of = async (path) => (await all()).filter((entry) => entry.path === path);

  // A person has seen how the sheet stands: those that wait follow on from there, one after another.
  const rebase = async (path, version) => {
    const entries = await of(path);
    await Promise.all(entries.map((entry, place) => put({ ...entry, version: version + place })));
  };

  const cookie = (name) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1] ?? "";

  const post = async (address, entry, more = {}) => {
    const body = new FormData();
    for (const [name, value] of entry.fields) body.append(name, value);
    for (const [name, value] of Object.entries(more)) body.append(name, value);
    const gone = new AbortController();
    const waiting = setTimeout(() => gone.abort(), PATIENCE);
    try {
      const response = await fetch(address, {
        method: "POST",
        body,
        headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
        redirect: "manual", // a form to log in is no answer
        signal: gone.signal,
      });
      const answer = await response.json().catch(() => ({}));
      return { status: response.status, answer };
    } catch {
      return { status: null, answer: {} };
    } finally {
      clearTimeout(waiting);
    }
  };

  // What the server's answer makes of an entry: `sent`, a state of its own, or `waiting` while there is no answer.
  const stateOf = (entry, { status, answer }) => {
    if (status === 200 || status === 201) return answer.key === entry.key ? "sent" : "waiting";
    if (status === 409) return answer.server ? "conflict" : "waiting";
    if (status === 422) return answer.errors ? "refused" : "waiting";
    return [0, 401, 403, 404].includes(status) ? "denied" : "waiting";
  };

  const sentences = ({ errors = [], detail }) => (detail ? [detail] : errors.map(({ sentence }) => sentence));

  // Send one entry; choice: what a person has decided about what was written meanwhile.
  const send = async (entry, choice = "") => {
    const said = await post(entry.path, entry, { version: entry.version, key: entry.key, choice });
    const state = stateOf(entry, said);
    if (state === "sent") await remove(entry);
    else if (state !== "waiting") {
      await put({ ...entry, state, sentences: sentences(said.answer), server: said.answer.server ?? null });
    }
    return { state, answered: said.status !== null, version: said.answer.version };
  };

  // All that wait for one table, in order, until one of them isn't taken: later ones rest upon it.
  const flush = async (path, mayGo) => {
    let sent = 0;
    for (const entry of await of(path)) {
      if (entry.state === "refused" || !mayGo(entry)) return { sent, answered: null };
      const { state, answered } = await send(entry);
      if (state !== "sent") return { sent, answered, state };
      sent += 1;
    }
    return { sent, answered: sent ? true : null };
  };

  // The journal learns of a deal that a person drops; without the server nothing is dropped.
  const drop = async (entry, address) => {
    const { status, answer } = await post(address, entry, { key: entry.key });
    const known = [200, 409].includes(status) && answer.key === entry.key;
    if (known) await remove(entry);
    return { dropped: known, sentence: answer.detail ?? "" };
  };

  return { all, of, add, put, remove, rebase, send, flush, drop };
})();
