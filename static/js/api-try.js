// Lets the reader send the calls of one resource, with Swagger UI. It gets only that part of the
// schema, since it takes many seconds to read all of it.
(() => {
  const place = document.querySelector("[data-swagger]");
  const REFERENCE = /"#\/components\/schemas\/([\w.-]+)"/g;

  function partOf(whole, tag) {
    const paths = Object.fromEntries(Object.entries(whole.paths).filter(
      ([, item]) => Object.values(item).some((one) => one.tags?.includes(tag)),
    ));
    for (const item of Object.values(paths)) {
      for (const one of Object.values(item)) {
        // What can be refused is on the page of the resource.
        one.responses = Object.fromEntries(Object.entries(one.responses).filter(([status]) => status < "400"));
        one.security = one.security?.filter((way) => !way.cookieAuth);
      }
    }
    const schemas = {};
    const keep = (part) => {
      for (const [, name] of JSON.stringify(part).matchAll(REFERENCE)) {
        if (name in schemas) continue;
        schemas[name] = whole.components.schemas[name];
        keep(schemas[name]);
      }
    };
    keep(paths);
    const { token } = whole.components.securitySchemes;
    return {
      openapi: whole.openapi,
      info: { ...whole.info, description: "" },
      servers: [{ url: location.origin }],
      paths,
      components: { schemas, securitySchemes: { token } },
    };
  }

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const colour = () => {
    root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  };
  colour();
  dark.addEventListener("change", colour);
  new MutationObserver(colour).observe(root, { attributeFilter: ["data-theme"] });

  fetch(place.dataset.swagger).then((answer) => answer.json()).then((whole) => {
    window.SwaggerUIBundle({
      domNode: place,
      spec: partOf(whole, place.dataset.tag),
      defaultModelsExpandDepth: -1,
      validatorUrl: null,
      syntaxHighlight: false,
    });
  });
})();
