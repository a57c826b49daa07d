// What a site keeps in the browser of the user's own: the logs opened last, and the ratings of their
// counters. It leaves the browser only as the user sends it.

const NAME = "clubroute", MOST = 8;
/** Positions of which what was tried out is kept. */
const MOST_BRANCHES = 40;
const STORES = ["files", "owner", "branches"];

/** What a request to the database brings. @param {IDBRequest} asked @returns {Promise<any>} */
const brought = (asked) => new Promise((done, failed) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => failed(asked.error);
});

export class Kept {
  /** Its own for each site of an origin. @param {string} [place] */
  constructor(place = new URL(".", document.baseURI).pathname) {
    this.name = `${NAME} ${place}`;
  }

  /** @param {string} name @param {IDBTransactionMode} mode */
  async store(name, mode) {
    this.opening ??= (async () => {
      const asked = indexedDB.open(this.name, 2);
      asked.onupgradeneeded = () => {
        const there = asked.result.objectStoreNames;
        for (const name of STORES) if (!there.contains(name)) asked.result.createObjectStore(name);
      };
      return brought(asked);
    })();
    return (await this.opening).transaction(name, mode).objectStore(name);
  }

  /** Names of the files that are kept, the one opened last first. */
  async names() {
    const files = await this.all("files");
    return files.sort(([, a], [, b]) => b.at - a.at).map(([name]) => name);
  }

  /** @param {string} name @returns {Promise<[string, any][]>} */
  async all(name) {
    try {
      const store = await this.store(name, "readonly");
      const [keys, values] = await Promise.all([brought(store.getAllKeys()),
        brought(store.getAll())]);
      return keys.map((key, i) => [String(key), values[i]]);
    } catch {
      return []; // a browser that keeps nothing, as in a private window
    }
  }

  /** @param {string} name @returns {Promise<ArrayBuffer | null>} */
  async file(name) {
    const found = (await this.all("files")).find(([key]) => key === name);
    return found ? found[1].data : null;
  }

  /** Keep a file, and of all the last few. @param {string} name @param {any} body */
  async keep(name, body) {
    const data = await new Response(body).arrayBuffer();
    try {
      const store = await this.store("files", "readwrite");
      store.put({data, at: Date.now()}, name);
      const more = (await this.names()).slice(MOST);
      if (more.length) {
        const again = await this.store("files", "readwrite");
        for (const one of more) again.delete(one);
      }
    } catch { /* it is open all the same */ }
  }

  /** The owner's tables by their names. */
  async owned() {
    return Object.fromEntries(await this.all("owner"));
  }

  /** Keep the owner's tables. @param {Record<string, Uint8Array>} tables */
  async owner(tables) {
    const store = await this.store("owner", "readwrite");
    for (const [name, data] of Object.entries(tables)) store.put(data, name);
  }

  /** Keep what was tried out at a position; null forgets it. @param {string} key
   * @param {string | null} text */
  async branch(key, text) {
    const store = await this.store("branches", "readwrite");
    if (text === null) store.delete(key);
    else store.put({text, at: Date.now()}, key);
    const all = await this.all("branches");
    const gone = all.sort(([, a], [, b]) => b.at - a.at).slice(MOST_BRANCHES);
    if (!gone.length) return;
    const again = await this.store("branches", "readwrite");
    for (const [name] of gone) again.delete(name);
  }

  /** What was tried out at a position. @param {string} key @returns {Promise<string | null>} */
  async branchOf(key) {
    return (await this.all("branches")).find(([name]) => name === key)?.[1].text ?? null;
  }

  /** Delete everything. */
  async forget() {
    for (const name of STORES) {
      const store = await this.store(name, "readwrite");
      await brought(store.clear());
    }
  }
}
