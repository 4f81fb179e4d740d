// Keeps the files of the playground and of the score pad, so that a second visit needs no network. Other pages are left alone.
const KEPT = "playground-{version}";
const scope = new URL(self.registration.scope);
const pages = ["playground/", "pad/"].map((name) => new URL(name, scope).pathname), own = new URL("assets/playground/", scope).pathname;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("playground-") && name !== KEPT) await caches.delete(name);
  await self.clients.claim();
})()));

// what the page had loaded before this worker was there: from the browser's own cache, so that nothing is fetched a second time
self.addEventListener("message", (event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  await Promise.all(event.data.map(async (address) => {
    const url = new URL(address, scope);
    url.hash = "";
    if (url.origin !== scope.origin || (await cache.match(url.href, { ignoreSearch: true }))) return;
    await cache.add(new Request(url.href, { cache: "force-cache" })).catch(() => {});
  }));
})()));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== scope.origin) return;
  if (event.request.headers.has("range")) return;
  event.respondWith((async () => {
    if (!(await concerns(event))) return fetch(event.request);
    const cache = await caches.open(KEPT), kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(cache.put(event.request, answer.clone()).catch(() => {}));
    return answer;
  })());
});

async function concerns({ request, clientId }) {
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") return pages.some((page) => path === page || path === `${page}index.html`);
  if (path.startsWith(own)) return true;
  const client = clientId && (await self.clients.get(clientId));
  return Boolean(client) && pages.some((page) => new URL(client.url).pathname.startsWith(page));
}
