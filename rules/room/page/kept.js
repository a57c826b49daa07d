// What a site keeps in the browser of the user's own: the logs opened last, and the ratings of their
// counters. It leaves the browser only as the user sends it.

const NAME = "clubroute", MOST = 8;

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

  /** @param {"files" | "owner"} name @param {IDBTransactionMode} mode */
  async store(name, mode) {
    this.opening ??= (async () => {
      const asked = indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore("files");
        asked.result.createObjectStore("owner");
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

  /** @param {"files" | "owner"} name @returns {Promise<[string, any][]>} */
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

  /** Delete everything. */
  async forget() {
    for (const name of /** @type {const} */ (["files", "owner"])) {
      const store = await this.store(name, "readwrite");
      await brought(store.clear());
    }
  }
}
