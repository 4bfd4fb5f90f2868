// Push notifications in the settings: asks for permission, and subscribes this browser.
(() => {
  const place = document.getElementById("this-browser");
  const say = (name) => {
    for (const line of place.querySelectorAll("[data-push]")) line.hidden = line.dataset.push !== name;
  };
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return say("unable");

  const key = Uint8Array.from(atob(place.dataset.key.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  const same = (buffer) => buffer && new Uint8Array(buffer).every((byte, i) => byte === key[i]);

  const show = async () => {
    if (Notification.permission === "denied") return say("denied");
    const worker = await navigator.serviceWorker.getRegistration("/");
    const subscription = await worker?.pushManager.getSubscription();
    const mine = subscription && document.querySelector(`[data-endpoint="${CSS.escape(await digest(subscription.endpoint))}"]`);
    if (mine) mine.querySelector("[data-this]").hidden = false;
    say(mine && !("stopped" in mine.dataset) ? "on" : "off");
  };
  const digest = async (text) => {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") return show();
    const worker = await navigator.serviceWorker.ready; // static/js/pwa.js registers it
    let subscription = await worker.pushManager.getSubscription();
    if (subscription && !same(subscription.options.applicationServerKey)) {
      await subscription.unsubscribe(); // made for a key this site no longer has
      subscription = null;
    }
    subscription ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const answer = await fetch(place.dataset.add, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": place.dataset.csrf },
      body: JSON.stringify(subscription),
    });
    if (!answer.ok) return say("failed");
    location.reload();
  };
  place.querySelector("[data-subscribe]").addEventListener("click", () => {
    subscribe().catch(() => say("failed"));
  });
  show().catch(() => say("off"));
})();
