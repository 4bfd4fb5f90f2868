// The service worker: shows that a table waits while no page is open, and shows a page when the site
// cannot be reached. The server writes `site` above this line (games/site/pwa.py): the release, the
// files to cache, and two pictures.
//
// It only caches files that are the same for all users; pages are always requested.
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

// Looked up without opening the cache, which would create it again after a newer release deleted it.
const cached = (url) => caches.match(url, { cacheName: CACHE, ignoreVary: true });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    const page = async () => (await event.preloadResponse) ?? fetch(request);
    event.respondWith(page().catch(async () => (await cached(site.offline)) ?? Response.error()));
    // The previous release may have left a cache. If there is a newer worker, its cache stays.
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
