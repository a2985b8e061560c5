// Starts the app. The build writes the two hashed names on this script's element; they are relative,
// so the folder works from any path.
const names = document.querySelector("script[data-js][data-wasm]").dataset;
const at = (name) => new URL(name, document.baseURI);
try {
  const { default: init } = await import(at(names.js));
  await init({ module_or_path: at(names.wasm) });
} catch (reason) {
  const place = document.querySelector("#app");
  const line = document.createElement("p");
  line.className = "boot";
  line.setAttribute("role", "alert");
  line.textContent = `The reviewer could not start: ${reason}. A current browser with WebAssembly is needed.`;
  place.replaceChildren(line);
}
