// Runs in the page, and measures the time from a tap to the painted answer, and long tasks of the
// main thread.
(() => {
  const measured = (window.phone = { clicks: 0, waiting: null, taps: [], tasks: [] });
  const seen = () => document.getElementById("table")?.dataset.seen;

  let at = 0;
  addEventListener(
    "click",
    ({ timeStamp }) => {
      at = timeStamp;
      measured.clicks += 1;
    },
    true,
  );
  addEventListener(
    "submit",
    ({ target }) => {
      if (target.id === "move-form") measured.waiting = { at, seen: seen() };
    },
    true,
  );
  // A message that is sent within a frame arrives after that frame is painted.
  const whenPainted = (act) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = act;
      port2.postMessage(null);
    });
  new MutationObserver(() => {
    const { waiting } = measured;
    if (!waiting || waiting.painting || seen() === waiting.seen) return;
    waiting.painting = true;
    whenPainted(() => {
      measured.waiting = null;
      measured.taps.push(performance.now() - waiting.at);
    });
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-seen"], childList: true });
  // A refused move paints no new table.
  document.addEventListener("tavola:answered", () => {
    const { waiting } = measured;
    whenPainted(() => {
      if (!waiting?.painting && measured.waiting === waiting) measured.waiting = null;
    });
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.tasks.push(duration);
  }).observe({ type: "longtask" });
  try {
    for (const [key, value] of Object.entries({ guard: "off", speed: "instant" })) localStorage.setItem(key, value);
  } catch {
    // No page is open yet.
  }
})();
