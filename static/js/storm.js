// A storm: counts down to its end by the time left that the server sent. The server decides.
(() => {
  const SECOND = 1000;
  const clock = document.querySelector("#coach [data-left]");
  if (!clock) return;
  const ends = performance.now() + clock.dataset.left * SECOND;
  const ticking = setInterval(() => {
    const left = Math.max(0, Math.ceil((ends - performance.now()) / SECOND));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left) return;
    clearInterval(ticking);
    location.replace(clock.dataset.page); // it says how it went
  }, SECOND / 4);
  addEventListener("pageshow", (event) => event.persisted && location.replace(clock.dataset.page));
})();
