// The workbench: loads the page again once a file of the game has changed.
(() => {
  const bench = document.querySelector(".workbench");
  const look = async () => {
    try {
      const answer = await fetch(bench.dataset.stamps, { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== bench.dataset.stamp) return location.replace(bench.dataset.home);
    } catch {
      // The server starts again with the new rules.
    }
    setTimeout(look, 700);
  };
  setTimeout(look, 700);
})();
