// The referee's pages without network. What comes from the server goes first; only when nothing comes, or that the server
// is away, what was kept of the sheets seen last, and of the files that they need, is shown.
const KEPT = "domino";
const PATIENCE = 8_000;
const AWAY = [502, 503, 504]; // the server is being started again, or what it needs is
const SHEET = /^\/desk\/[^/]+\/protocols\/\d+\/\d+\/$/;

const isKept = ({ method, url, mode }) => {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return false;
  return pathname.startsWith("/static/") || (mode === "navigate" && SHEET.test(pathname));
};

// A sheet that has led elsewhere, to the form to log in for one, isn't shown to the next who holds the phone.
const keep = async (request, response) => {
  const kept = await caches.open(KEPT);
  if (response.ok && !response.redirected) await kept.put(request, response);
  else if (response.status < 500) await kept.delete(request, { ignoreSearch: true });
};

const inTime = (request) =>
  new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE);
    fetch(request).then(resolve, reject);
  });

const answer = async (event) => {
  const kept = await caches.match(event.request, { ignoreSearch: true, ignoreVary: true });
  try {
    const response = await (kept ? inTime(event.request) : fetch(event.request));
    if (kept && AWAY.includes(response.status)) return kept;
    event.waitUntil(keep(event.request, response.clone()));
    return response;
  } catch (lost) {
    if (kept) return kept;
    throw lost;
  }
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (isKept(event.request)) event.respondWith(answer(event));
});
