// After a move in a match without live clocks: the link to the next table that waits, and a setting that
// follows it.
(() => {
  const SOON = 3000; // the move is seen first, and can be taken back
  const offer = document.getElementById("next-table");
  const setting = document.querySelector("[data-goes-on]");
  if (!offer) return;
  const link = offer.querySelector("a");
  const table = () => document.getElementById("table");
  const isMine = () => Boolean(table()?.classList.contains("is-mine"));

  let on = false;
  try {
    on = localStorage.getItem("goes-on") === "on";
  } catch {
    // No storage: off.
  }
  let leaves = 0;
  const stay = () => {
    clearTimeout(leaves);
    leaves = 0;
    delete offer.dataset.leaves;
  };
  const leave = () => {
    stay();
    if (document.hidden || isMine() || offer.hidden) return;
    location.assign(link.href);
  };

  // --- The bell of this page names the next table.
  const update = () => {
    const { next, waiting } = document.getElementById("bell")?.dataset ?? {};
    offer.hidden = !next;
    if (!next) return stay();
    link.href = next;
    link.querySelector(".number").textContent = waiting;
  };

  update();
  let was = isMine();
  const follow = () => {
    update();
    // Steps that are played one after the other are older than the table.
    if (!table() || "passing" in table().dataset) return;
    const moved = was && !isMine() && !table().classList.contains("is-over");
    was = isMine();
    if (was) return stay();
    if (!on || !moved || offer.hidden) return;
    stay();
    offer.dataset.leaves = "";
    leaves = setTimeout(leave, SOON);
  };
  for (const kind of ["htmx:wsAfterMessage", "htmx:afterSettle"]) document.addEventListener(kind, follow);
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, stay);

  // --- The setting
  if (!setting) return;
  setting.checked = on;
  setting.addEventListener("change", () => {
    on = setting.checked;
    try {
      localStorage.setItem("goes-on", on ? "on" : "off");
    } catch {
      // No storage: it applies to this page only.
    }
  });
})();
