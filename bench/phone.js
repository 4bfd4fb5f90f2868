// Runs in the page, and measures the time from a tap to the painted answer, and long tasks of the
// main thread.
(() => {
  const measured = (window.phone = { taps: [], tasks: [] });
  const seen = () => document.getElementById("table")?.dataset.seen;
  let waiting = null;

  addEventListener(
    "click",
    ({ target, timeStamp }) => {
      if (target.closest?.('button[form="move-form"]')) waiting = { at: timeStamp, seen: seen() };
    },
    true,
  );
  new MutationObserver(() => {
    if (!waiting || seen() === waiting.seen) return;
    const { at } = waiting;
    waiting = null;
    // A message that is sent within a frame arrives after that frame is painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => measured.taps.push(performance.now() - at);
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-seen"], childList: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.tasks.push(duration);
  }).observe({ type: "longtask" });
  try {
    for (const [key, value] of Object.entries({ guard: "off", speed: "instant" })) localStorage.setItem(key, value);
  } catch {
    // No page is open yet.
  }
})();
