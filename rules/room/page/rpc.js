// Asking the room: questions, files of it, and the news it has. It says when the room is gone and
// when it is back. Whether a server answers or a worker, only the transport knows.

import {Lost, Refused} from "./lost.js";

export {Refused};

export class Room extends EventTarget {
  /** @param {import("./transport.js").Transport} transport */
  constructor(transport) {
    super();
    this.transport = transport;
    this.here = true;
    /** Whether it has said that it stops. */
    this.closed = false;
    this.last = 0;
    /** The address below which the pictures of the maps are. */
    this.art = "";
  }

  /** What this room can do besides answering: keep files and ratings in the browser, give up a
   * question that takes long, be there without a network. */
  get can() {
    return this.transport.can;
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
      answer = await this.transport.fetch(path, init);
    } catch (error) {
      if (error instanceof Lost) this.gone();
      throw error;
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

  back() {
    this.closed = false;
    if (this.here) return;
    this.here = true;
    this.dispatchEvent(new Event("back"));
  }

  /** Listen for news for ever. */
  async listen() {
    try {
      await this.transport.listen(this);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.dispatchEvent(new CustomEvent("refused", {detail: error.message}));
    }
  }

  /** News: a file that was saved, a live game that goes on, or that the room closes.
   * @param {any} told */
  news(told) {
    if (told.closed) this.closed = true;
    if (told.digest) this.dispatchEvent(new CustomEvent("played", {detail: told}));
    else if (told.file) this.dispatchEvent(new CustomEvent("file", {detail: told.file}));
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
