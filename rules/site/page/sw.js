// Keeps the site for when there is no network: all it needs, and the pictures that were seen. What
// has one address never changes, but for the page itself, which is asked for anew.

const CACHE = `clubroute ${self.registration.scope} ${TOLD.site}`;
const here = (path) => new URL(path, self.registration.scope).href;
const PAGE = here("./"), ART = here(TOLD.art);

/** Keep all that is needed; what an earlier site had under the same address is taken from there. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(TOLD.core.map(async (path) => {
    const address = here(path), again = address.startsWith(PAGE) && path.endsWith("/");
    const had = again ? null : await caches.match(address);
    const found = had ?? await fetch(address, {cache: again ? "reload" : "default"});
    if (!found.ok) throw new Error(`${path}: ${found.status}`);
    await cache.put(address, found);
  }));
  await self.skipWaiting();
}

/** Take over, with the pictures that were seen; what an earlier site kept is deleted. */
async function activate() {
  const cache = await caches.open(CACHE), ours = `clubroute ${self.registration.scope} `;
  for (const name of await caches.keys()) {
    if (!name.startsWith(ours) || name === CACHE) continue;
    const old = await caches.open(name);
    for (const asked of await old.keys()) {
      if (asked.url.startsWith(ART)) await cache.put(asked, await old.match(asked));
    }
    await caches.delete(name);
  }
  await self.clients.claim();
}

/** The page as it is now, else as it was. @param {Request} asked */
async function page(asked) {
  try {
    return await fetch(asked, {cache: "no-cache"});
  } catch (error) {
    const cache = await caches.open(CACHE), place = new URL(asked.url);
    const found = await cache.match(place.href.split(/[?#]/)[0]);
    if (found) return found;
    throw error;
  }
}

/** What is kept, else what comes; pictures are kept as they come. @param {Request} asked */
async function file(asked) {
  const found = await caches.match(asked);
  if (found) return found;
  const answer = await fetch(asked);
  if (answer.ok && asked.url.startsWith(ART)) {
    const cache = await caches.open(CACHE);
    await cache.put(asked, answer.clone());
  }
  return answer;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const {request} = event, {origin, href} = new URL(request.url);
  if (origin !== self.location.origin) event.respondWith(Promise.resolve(Response.error()));
  else if (request.method === "GET" && href.startsWith(PAGE)) {
    event.respondWith(request.mode === "navigate" ? page(request) : file(request));
  }
});
