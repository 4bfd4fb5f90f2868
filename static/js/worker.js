// Works for the site while no page of ours is open: shows that a table waits, and says honestly when
// the site cannot be reached. What stands above this line as `site` is written by the server
// (games/site/pocket.py): the release, what is cached, and two pictures.
//
// Cached is only what everybody is sent alike; pages are always asked for anew.
const CACHE = `tavola-${site.release}`;

self.addEventListener("install", (event) => {
  const fresh = site.shell.map((url) => new Request(url, { cache: "no-cache", credentials: "omit" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

const tidy = async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
};

self.addEventListener("activate", (event) => {
  const begin = async () => {
    await tidy();
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

// Looked for without opening the cache, which would make it anew where the next release deleted it.
const cached = (url) => caches.match(url, { cacheName: CACHE, ignoreVary: true });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    const page = async () => (await event.preloadResponse) ?? fetch(request);
    event.respondWith(page().catch(async () => (await cached(site.offline)) ?? Response.error()));
    // A release that was at work until a moment ago may have left something. The next one has begun
    // where there is another worker: what it has cached stays.
    const { installing, waiting } = self.registration;
    if (!installing && !waiting) event.waitUntil(tidy());
  } else if (site.shell.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(async () => (await cached(request.url)) ?? Response.error()));
  }
});

self.addEventListener("push", (event) => {
  const { title, body, url, tag, waiting } = event.data.json();
  const { icon, badge } = site;
  if (waiting) self.navigator.setAppBadge?.(waiting)?.catch(() => {});
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, badge, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const there = pages.find((page) => page.url.split("#")[0] === url);
      return there ? there.focus() : self.clients.openWindow(url);
    }),
  );
});
