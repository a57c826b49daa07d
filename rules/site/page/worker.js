// The rules in a worker: Python compiled for browsers, and in it the same answers as the room's
// server gives. It begins before it is asked to, and tells a status, a type and bytes. Where its parts
// are stands in a line before this one.

let answer;

const stage = (done, what) => self.postMessage({stage: what, done, of: 3});
const there = (path) => new URL(path, self.location.href).href;

/** The bytes of a file of the site. @param {string} path */
async function bytes(path) {
  const found = await fetch(there(path));
  if (!found.ok) throw new Error(`${path}: ${found.status}`);
  return new Uint8Array(await found.arrayBuffer());
}

/** Bytes that were packed by gzip, if they still are: some hosts have browsers unpack them.
 * @param {Uint8Array} data */
async function unpacked(data) {
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Python, bare. */
async function runtime() {
  const {loadPyodide} = await import(there(`${TOLD.runtime}pyodide.mjs`));
  return loadPyodide({indexURL: there(TOLD.runtime)});
}

/** Put the files of a zip in which nothing is packed where Python finds them. @param {any} FS
 * @param {Uint8Array} data */
function lay(FS, data) {
  const view = new DataView(data.buffer), folders = new Set(), text = new TextDecoder();
  for (let at = 0; view.getUint32(at, true) === ENTRY;) {
    const size = view.getUint32(at + 18, true), begun = at + 30 + view.getUint16(at + 26, true);
    const path = `/engine/${text.decode(data.subarray(at + 30, begun))}`, cut = path.lastIndexOf("/");
    const folder = path.slice(0, cut), from = begun + view.getUint16(at + 28, true);
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    at = from + size;
    FS.createDataFile(folder, path.slice(cut + 1), data.subarray(from, at), true, false, true);
  }
}

/** How an entry of a zip begins. */
const ENTRY = 0x04034b50;

// All of it comes at the same time; what fails is told to whoever begins.
const parts = Promise.all([runtime(), bytes(TOLD.engine).then(unpacked),
  ...Object.entries(TOLD.maps).map(async ([name, path]) => [name, await bytes(path)])]);
parts.catch(() => null);

/** @param {Record<string, Uint8Array>} owner the owner's tables by their names */
async function begin(owner) {
  stage(0, "Python");
  const [python, engine, ...maps] = await parts;
  stage(1, "the rules");
  lay(python.FS, engine);
  python.FS.mkdirTree("/maps");
  for (const [name, data] of maps) python.FS.writeFile(`/maps/${name}`, data);
  python.FS.mkdirTree(`/room/${TOLD.owner}`);
  python.FS.chdir("/room");
  for (const [name, data] of Object.entries(owner)) {
    python.FS.writeFile(`${TOLD.owner}/${name}`, data);
  }
  stage(2, "the rules");
  // Nobody reads what would be kept of what is compiled, and what is loaded stays: until the first
  // answer there is nothing to collect.
  python.runPython(`import gc, sys
gc.disable()
sys.dont_write_bytecode = True
sys.path.insert(0, "/engine")`);
  const engineModule = python.pyimport("clubroute.rules.site.engine");
  const made = engineModule.Engine("/maps", TOLD.owner);
  let first = true;
  answer = (asked) => {
    const found = made.answer(asked.method, asked.path,
      asked.body ? new Uint8Array(asked.body) : undefined);
    const [status, type, headers, data, tables] = found.toJs({dict_converter: Object.fromEntries});
    found.destroy();
    if (first) python.runPython("gc.freeze(); gc.enable()");
    first = false;
    return {status, type, headers, data, owner: tables};
  };
  // For whoever looks in from outside: how much memory Python has.
  Object.assign(self, {rules: {python, engine: made}});
  const words = made.words().toJs({dict_converter: Object.fromEntries});
  self.postMessage({ready: true, seconds: made.seconds, words});
}

self.addEventListener("message", ({data}) => {
  if (data.begin) {
    begin(data.owner).catch((error) => self.postMessage({failed: String(error.message ?? error)}));
    return;
  }
  try {
    self.postMessage(answer(data));
  } catch (error) {
    self.postMessage({failed: String(error.message ?? error)});
  }
});
