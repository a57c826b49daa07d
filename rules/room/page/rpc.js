// Asking the room: questions, files of it, and the news it has. It says when the room is gone and
// when it is back.

export class Refused extends Error {}
export class Lost extends Error {}

const AGAIN = 500;

export class Room extends EventTarget {
  /** @param {string} token */
  constructor(token) {
    super();
    this.headers = {"x-clubroute-token": token};
    this.here = true;
    /** Whether it has said that it stops. */
    this.closed = false;
    this.last = 0;
    /** The address below which the pictures of the maps are. */
    this.art = "";
  }

  /** Come in: be told where the pictures are. */
  async enter() {
    this.art = (await this.json("/art")).art;
  }

  /** A request; the answer, if the room is there and takes it.
   * @param {string} path @param {RequestInit} [init] */
  async fetch(path, init = {}) {
    let answer;
    try {
      answer = await fetch(path, {...init, headers: {...this.headers, ...init.headers}});
    } catch (error) {
      if (init.signal?.aborted) throw error;
      this.gone();
      throw new Lost("the room does not answer");
    }
    if (answer.status === 403) throw new Refused(await answer.text());
    return answer;
  }

  /** @param {string} path @param {RequestInit} [init] */
  async json(path, init) {
    const answer = await this.fetch(path, init);
    const told = await answer.json();
    if (!answer.ok) throw new Refused(told.error ?? answer.statusText);
    return told;
  }

  /** Ask a method. @param {string} method @param {object} params @param {AbortSignal} [signal] */
  async ask(method, params, signal) {
    const id = ++this.last;
    const body = JSON.stringify({jsonrpc: "2.0", id, method, params});
    const answer = await this.fetch("/rpc", {method: "POST", body, signal});
    const told = await answer.json();
    if (told.error) throw new Fault(told.error);
    return told.result;
  }

  /** Ask a method many things in one message; null where there is no answer.
   * @param {string} method @param {object[]} many */
  async many(method, many) {
    if (!many.length) return [];
    const first = this.last + 1;
    const body = JSON.stringify(many.map((params) => ({jsonrpc: "2.0", id: ++this.last, method,
      params})));
    const told = await (await this.fetch("/rpc", {method: "POST", body})).json();
    const found = Array(many.length).fill(null);
    for (const one of Array.isArray(told) ? told : []) found[one.id - first] = one.result ?? null;
    return found;
  }

  gone() {
    if (!this.here) return;
    this.here = false;
    this.dispatchEvent(new Event("gone"));
  }

  /** Listen for news for ever. */
  async listen() {
    for (;;) {
      try {
        const answer = await this.fetch("/events");
        this.closed = false;
        if (!this.here) {
          this.here = true;
          this.dispatchEvent(new Event("back"));
        }
        await this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
      } catch (error) {
        if (error instanceof Refused) {
          this.dispatchEvent(new CustomEvent("refused", {detail: error.message}));
          return;
        }
      }
      this.gone();
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** @param {ReadableStreamDefaultReader<string>} reader */
  async read(reader) {
    let text = "";
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const told = JSON.parse(part.slice(part.indexOf(":") + 1));
        if (told.closed) this.closed = true;
        if (told.file) this.dispatchEvent(new CustomEvent("file", {detail: told.file}));
      }
    }
  }
}

export class Fault extends Error {
  /** @param {{message: string, data: any}} error */
  constructor(error) {
    const {where, found, expected, nearest} = error.data ?? {};
    const near = nearest ? ` (did you mean ${nearest}?)` : "";
    super(where ? `${where}: found ${found}, expected ${expected}${near}` : error.message);
    this.where = where ?? "";
    this.found = String(found ?? "");
    this.expected = String(expected ?? "");
  }
}
