// Opens every fold of the table, and returns the controls in it that no tap can reach.
async () => {
  const found = [];
  const WAYS = "button:enabled, a[href], label:has(> input:enabled)";
  for (const fold of document.querySelectorAll("#table details")) {
    if (!fold.querySelector("summary").checkVisibility()) continue;
    const was = fold.open;
    fold.open = true;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const control of fold.querySelectorAll(WAYS)) {
      if (control.closest("details") !== fold || !control.checkVisibility()) continue;
      let over = null;
      for (const block of ["nearest", "center", "start", "end"]) {
        control.scrollIntoView({ block, behavior: "instant" });
        const { left, top, width, height } = control.getBoundingClientRect();
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        over = control.contains(there) ? null : there;
        if (!over) break;
      }
      if (over) found.push(`${control.id || control.textContent.trim()} is under ${over.className}`);
    }
    fold.open = was;
  }
  scrollTo(0, 0);
  return found;
}
