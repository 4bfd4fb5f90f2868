// Shows that a table waits, while no page of ours is open. It keeps nothing and fetches nothing.
self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
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
