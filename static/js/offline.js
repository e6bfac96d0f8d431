// Over https (and on the machine itself) the page can be opened again without network: a worker keeps it and what it
// needs. Over plain http a browser allows none, and what is written waits as long as the page stays open.
(async () => {
  if (!navigator.serviceWorker || !window.caches) return;
  try {
    await navigator.serviceWorker.register(document.currentScript.dataset.worker);
    const parts = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const files = parts.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/static/"));
    const kept = await caches.open("domino");
    const known = new Set((await kept.keys()).map(({ url }) => url));
    await kept.addAll([...new Set(files.map(String))].filter((url) => !known.has(url)));
    // From the next page on the worker sees to that itself.
    if (!navigator.serviceWorker.controller) await kept.add(location.pathname);
  } catch {
    // A browser that keeps nothing shows the page as long as it is open.
  }
})();
