// The rules in a worker: Python compiled for browsers, and in it the same answers as the room's
// server gives. It is told what to answer, and tells a status, a type and bytes.

let answer;

const stage = (done, what) => self.postMessage({stage: what, done, of: 4});

/** The bytes of a file of the site. @param {string} address */
async function bytes(address) {
  const found = await fetch(address);
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  return new Uint8Array(await found.arrayBuffer());
}

/** @param {any} told the site's description @param {string} at its address
 * @param {Record<string, Uint8Array>} owner the owner's tables by their names */
async function begin(told, at, owner) {
  const there = (path) => new URL(path, at).href;
  stage(0, "Python");
  const engine = bytes(there(told.engine));
  const maps = Object.entries(told.maps).map(async ([name, path]) => [name, await bytes(there(path))]);
  const {loadPyodide} = await import(there(`${told.runtime}pyodide.mjs`));
  const python = await loadPyodide({indexURL: there(told.runtime)});
  stage(1, "the rules");
  python.unpackArchive(await engine, "zip", {extractDir: "/engine"});
  stage(2, "the maps");
  python.FS.mkdirTree("/maps");
  for (const [name, data] of await Promise.all(maps)) python.FS.writeFile(`/maps/${name}`, data);
  python.FS.mkdirTree(`/room/${told.owner}`);
  python.FS.chdir("/room");
  for (const [name, data] of Object.entries(owner)) {
    python.FS.writeFile(`${told.owner}/${name}`, data);
  }
  stage(3, "the rules");
  python.runPython("import sys; sys.path.insert(0, '/engine')");
  const engineModule = python.pyimport("clubroute.rules.site.engine");
  const made = engineModule.Engine("/maps", told.owner);
  answer = (asked) => {
    const found = made.answer(asked.method, asked.path,
      asked.body ? new Uint8Array(asked.body) : undefined);
    const [status, type, headers, data, tables] = found.toJs({dict_converter: Object.fromEntries});
    found.destroy();
    return {status, type, headers, data, owner: tables};
  };
  // For whoever looks in from outside: how much memory Python has.
  Object.assign(self, {rules: {python, engine: made}});
  const words = made.words().toJs({dict_converter: Object.fromEntries});
  self.postMessage({ready: true, seconds: made.seconds, words});
}

self.addEventListener("message", ({data}) => {
  if (data.begin) {
    begin(data.begin, data.at, data.owner).catch((error) =>
      self.postMessage({failed: String(error.message ?? error)}));
    return;
  }
  try {
    self.postMessage(answer(data));
  } catch (error) {
    self.postMessage({failed: String(error.message ?? error)});
  }
});
