// Tavola as an app in the pocket: the worker, the colour of the bar above, and the button “back”.
(() => {
  const root = document.documentElement;

  // --- The worker of this release; the page that it shows without a connection speaks my language.
  try {
    localStorage.setItem("language", root.lang);
  } catch {
    // Then it speaks the browser's.
  }
  addEventListener("load", () => {
    navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
  });
  // Whoever signed out has no tables that wait.
  if (!document.getElementById("bell")) navigator.clearAppBadge?.().catch(() => {});

  // --- The bar above is of the colour of the page, also where light or dark was chosen here.
  const bars = [...document.querySelectorAll("meta[name=theme-color]")];
  const colours = Object.fromEntries(bars.map((bar) => [bar.dataset.scheme, bar.content]));
  const paint = () => {
    for (const bar of bars) bar.content = colours[root.dataset.theme ?? bar.dataset.scheme];
  };
  new MutationObserver(paint).observe(root, { attributeFilter: ["data-theme"] });
  paint();

  // --- “Back” on a phone closes what lies above the page first: a dialog, a menu, the log or the
  // talk of a table. For each time that something is opened there is one entry more in the history,
  // and it goes with it.
  if (!matchMedia("(pointer: coarse)").matches) return;
  const open = () => document.querySelector("dialog[open], details.menu[open], #room[data-open]:not([data-open=''])");
  const laid = () => Boolean(history.state?.above);
  let leaves = false;
  const follow = () => {
    if (leaves || Boolean(open()) === laid()) return;
    if (open()) history.pushState({ ...history.state, above: true }, "");
    else history.back();
  };
  new MutationObserver(follow).observe(document.body, { subtree: true, attributeFilter: ["open", "data-open"] });
  addEventListener("popstate", () => {
    const above = open();
    if (!above || laid()) return;
    if (above.matches("dialog")) above.close();
    else if (above.dataset.open) document.querySelector(`#${above.dataset.open} [data-tab-close]`)?.click();
    else above.open = false;
  });
  // Going back while a page is being left would call the leaving off: the entry stays, and is left
  // out when the page is come back to. What only looked like leaving is over soon.
  const LEAVING = 2000;
  const stay = () => {
    leaves = false;
    follow();
  };
  for (const kind of ["submit", "click"])
    document.addEventListener(kind, ({ target, defaultPrevented }) => {
      const goes = kind === "submit" ? target.method !== "dialog" : target.closest("a[href]:not([href^='#'])");
      if (defaultPrevented || !goes) return;
      leaves = true;
      setTimeout(stay, LEAVING);
    });
  addEventListener("pageshow", stay);
})();
