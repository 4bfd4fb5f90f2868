// The installed app: the service worker, the colour of the browser's bar, and the “back” button.
(() => {
  const root = document.documentElement;

  // --- The service worker of this release; its offline page uses the language stored here.
  try {
    localStorage.setItem("language", root.lang);
  } catch {
    // No storage: it uses the browser's language.
  }
  addEventListener("load", () => {
    navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
  });
  // A signed-out visitor has no waiting tables.
  if (!document.getElementById("bell")) navigator.clearAppBadge?.().catch(() => {});

  // --- The bar has the colour of the page, also with a theme chosen on the site.
  const bars = [...document.querySelectorAll("meta[name=theme-color]")];
  const colours = Object.fromEntries(bars.map((bar) => [bar.dataset.scheme, bar.content]));
  const paint = () => {
    for (const bar of bars) bar.content = colours[root.dataset.theme ?? bar.dataset.scheme];
  };
  new MutationObserver(paint).observe(root, { attributeFilter: ["data-theme"] });
  paint();

  // --- “Back” on a phone first closes overlays: a dialog, a menu, the log or the chat of a table.
  // Opening one adds an entry to the history, and closing it removes the entry.
  if (!matchMedia("(pointer: coarse)").matches) return;
  const open = () => document.querySelector("dialog[open], details.menu[open], #room[data-open]:not([data-open=''])");
  const laid = () => Boolean(history.state?.above);
  let leaves = false;
  let returns = false; // going back takes a moment; a second time would leave the page
  const follow = () => {
    if (leaves || returns || Boolean(open()) === laid()) return;
    if (open()) history.pushState({ ...history.state, above: true }, "");
    else {
      returns = true;
      history.back();
    }
  };
  new MutationObserver(follow).observe(document.body, { subtree: true, attributeFilter: ["open", "data-open"] });
  addEventListener("popstate", () => {
    if (returns) {
      returns = false;
      return follow();
    }
    const above = open();
    if (!above || laid()) return;
    if (above.matches("dialog")) above.close();
    else if (above.dataset.open) document.querySelector(`#${above.dataset.open} [data-tab-close]`)?.click();
    else above.open = false;
  });
  // Going back while a page is being left would cancel the navigation: the entry stays, and is
  // skipped on return. If the page was not left after all, the flag is reset soon.
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
  addEventListener("pageshow", () => {
    returns = false;
    stay();
  });
})();
