// Who answers the room's page: a server on this machine, or a worker in this page. There is nothing
// to choose: a page that a site was made of says so in its head.

import {Lost, Refused} from "./lost.js";
import {Worked} from "./worked.js";

const AGAIN = 500;

/** @typedef {{fetch: (path: string, init: RequestInit) => Promise<Response>,
 *   listen: (room: import("./rpc.js").Room) => Promise<void>,
 *   can: {keep: boolean, cancel: boolean, offline: boolean}}} Transport */

/** The transport of a page. @param {URLSearchParams} told the fragment of its address
 * @returns {Transport} */
export function transportOf(told) {
  const site = /** @type {any} */ (document.querySelector("meta[name=clubroute-site]"));
  return site ? worker(site.content) : server(told.get("t") ?? "");
}

/** Answers of the room's server. @param {string} token @returns {Transport} */
const server = (token) => new Served(token);

/** Answers of a worker in this page. @param {string} site where the site describes itself
 * @returns {Transport} */
const worker = (site) => new Worked(new URL(site, document.baseURI));

class Served {
  /** @param {string} token */
  constructor(token) {
    this.headers = {"x-clubroute-token": token};
    this.can = {keep: false, cancel: false, offline: false};
  }

  /** @param {string} path @param {RequestInit} init */
  async fetch(path, init) {
    try {
      return await fetch(path.slice(1), {...init, headers: {...this.headers, ...init.headers}});
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Lost("the room does not answer");
    }
  }

  /** @param {import("./rpc.js").Room} room */
  async listen(room) {
    for (;;) {
      try {
        const answer = await room.fetch("/events");
        room.back();
        await this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), room);
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      room.gone();
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** @param {ReadableStreamDefaultReader<string>} reader @param {import("./rpc.js").Room} room */
  async read(reader, room) {
    let text = "";
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) room.news(JSON.parse(part.slice(part.indexOf(":") + 1)));
    }
  }
}
