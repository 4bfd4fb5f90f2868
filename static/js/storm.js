// A storm: counts down to its end by the time left that the server sent. The server decides.
(() => {
  const SECOND = 1000;
  let ends = Infinity;
  let asked = "";

  const clock = () => document.querySelector("#coach [data-left]");
  const read = () => {
    const token = document.getElementById("coach")?.dataset.token ?? "";
    if (token === asked || !clock()) return;
    asked = token;
    ends = performance.now() + clock().dataset.left * SECOND;
  };
  const tick = () => {
    const left = Math.ceil((ends - performance.now()) / SECOND);
    if (left < 0) {
      ends = Infinity;
      location.reload(); // its page says how it went
    } else if (clock() && Number.isFinite(left)) {
      clock().textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  };
  document.addEventListener("htmx:afterSettle", read);
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  read();
  setInterval(tick, SECOND / 4);
})();
