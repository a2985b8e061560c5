// Starts the app from the parts inside this one file: it is opened from a disk, where nothing can be
// fetched. Whatever asks for a file of the build by its name gets the part of that name.
const start = async () => {
  const own = document.querySelector("script[data-js][data-wasm]").dataset;
  const parts = new Map();
  for (const element of document.querySelectorAll("script[data-part]")) {
    const packed = Uint8Array.from(atob(element.textContent.trim()), (char) => char.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    parts.set(element.dataset.part, await new Response(stream).blob());
    element.remove();
  }
  const named = (name) => parts.get(String(name).replace(/^\.\//, ""));
  const part = (name) => {
    const found = named(name);
    if (!found) throw new Error(`${name} is not in this file`);
    return found;
  };

  const fetchFromNet = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (asked, options) => {
    const found = typeof asked === "string" ? named(asked) : undefined;
    return found ? new Response(found) : fetchFromNet(asked, options);
  };

  // A worker of a page from a disk can neither be a module nor fetch one: it gets its module in a message.
  const module = new Uint8Array(await part("worker_bg.wasm").arrayBuffer());
  const glue = await part("worker_classic.js").text();
  const WorkerOfBrowser = globalThis.Worker;
  globalThis.Worker = class extends WorkerOfBrowser {
    constructor(asked, options) {
      const is_ours = asked === "worker_loader.js";
      const code = `${glue}
        addEventListener("message", async (event) => {
          event.stopImmediatePropagation();
          await __wbg_init({ module_or_path: event.data });
        }, { once: true });`;
      const url = is_ours ? URL.createObjectURL(new Blob([code], { type: "text/javascript" })) : asked;
      super(url, is_ours ? undefined : options);
      if (is_ours) {
        this.postMessage(module);
        this.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
      }
    }
  };

  const script = new Blob([await part(own.js).text()], { type: "text/javascript" });
  const url = URL.createObjectURL(script);
  const { default: init } = await import(url);
  URL.revokeObjectURL(url);
  await init({ module_or_path: await part(own.wasm).arrayBuffer() });
};

try {
  await start();
} catch (reason) {
  const place = document.querySelector("#app");
  const line = document.createElement("p");
  line.className = "boot";
  line.setAttribute("role", "alert");
  line.textContent = `The reviewer could not start: ${reason}. A current browser with WebAssembly is needed.`;
  place.replaceChildren(line);
}
