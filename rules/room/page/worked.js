// Answers of a worker in this page, for a site: it begins at once with what the site was told
// before, and asks the worker as soon as that has the rules loaded. One question runs at a time; one
// that takes too long, or is given up, ends its worker, and a new one takes its place.

import {Kept} from "./kept.js";
import {Refused} from "./lost.js";

/** Whether a file is a module, by the end of its name. @param {string} name */
const isModule = (name) => name.toLowerCase().endsWith(".vmod");
/** Whether a question brings a file. @param {Job} job */
const isFile = ({method, path}) => method === "POST" && path.startsWith("/tape");
const GIVEN_UP = "This question was given up.";
const HEADERS = (type, more) => ({"content-type": type, ...more});

/** @typedef {{path: string, method: string, body: ArrayBuffer | null, signal?: AbortSignal,
 *   done: (answer: Response) => void, failed: (error: any) => void}} Job */

export class Worked extends EventTarget {
  /** @param {URL} site where the site's description is */
  constructor(site) {
    super();
    this.site = site;
    this.can = {keep: true, cancel: true, offline: "serviceWorker" in navigator
      && "caches" in window};
    this.kept = new Kept();
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Job | null} */
    this.running = null;
    this.ready = false;
    /** Whether the worker was given a module of the user's own. */
    this.owns = false;
    /** The file that is open: a new worker has to read it, too. @type {Job | null} */
    this.open = null;
    this.told = fetch(site).then((answer) => answer.json());
    this.told.then(() => this.begin());
  }

  /** An address of the site's own files. @param {string} path */
  at(path) {
    return new URL(path, this.site).href;
  }

  /** @param {string} path @param {RequestInit} init */
  async fetch(path, init) {
    const told = await this.told, method = init.method ?? "GET";
    if (path === "/start") return this.start(await fetch(this.at(told.answers[path])));
    if (method === "GET" && path in told.answers) return fetch(this.at(told.answers[path]));
    if (!this.owns && path.endsWith("/own")) return Response.json([]);
    let body = init.body ? await new Response(init.body).arrayBuffer() : null;
    const [place, query = ""] = path.split("?"), asked = new URLSearchParams(query);
    if (method === "GET" && place === "/tape" && asked.has("file")) {
      const name = asked.get("file");
      body = await this.kept.file(name);
      if (body) return this.ask("POST", `/tape?${new URLSearchParams({name})}`, body, init.signal);
    }
    const answer = await this.ask(method, path, body, init.signal);
    if (answer.ok && method === "POST" && place === "/tape") {
      this.owns ||= isModule(path);
      await this.kept.keep(asked.get("name") ?? "dropped", init.body);
    }
    return answer;
  }

  /** What a page begins with, and the files that are kept here. @param {Response} answer */
  async start(answer) {
    const told = await answer.json(), files = await this.kept.names();
    return Response.json({...told, opened: {folder: files.length ? "Kept in this browser" : null,
      files, file: null}});
  }

  /** @param {string} method @param {string} path @param {ArrayBuffer | null} body
   * @param {AbortSignal} [signal] @returns {Promise<Response>} */
  ask(method, path, body, signal) {
    return new Promise((done, failed) => {
      const job = {method, path, body, signal, done, failed};
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((one) => one !== job);
        failed(signal.reason);
      });
      this.waiting.push(job);
      this.next();
    });
  }

  next() {
    if (!this.ready || this.running || !this.waiting.length) return;
    const job = this.running = this.waiting.shift();
    if (isFile(job) && !isModule(job.path)) this.open = job;
    this.worker.postMessage({method: job.method, path: job.path, body: job.body});
    this.clock = setTimeout(() => this.end(this.late(job)), this.seconds * 1000);
    this.slow = setTimeout(() => this.dispatchEvent(new CustomEvent("slow")), 1500);
  }

  /** The answer to one whose time is up: the room's own words. @param {Job} job */
  late(job) {
    const [status, type, text] = job.path === "/rpc" ? this.words.rpc : this.words.late;
    return new Response(text, {status, headers: HEADERS(type)});
  }

  answered({status, type, headers, data, owner}) {
    const job = this.running;
    this.rest();
    if (owner) this.kept.owner(owner);
    job?.done(new Response(status === 204 ? null : data, {status,
      headers: HEADERS(type, headers)}));
    this.next();
  }

  rest() {
    clearTimeout(this.clock);
    clearTimeout(this.slow);
    this.running = null;
    this.dispatchEvent(new CustomEvent("rest"));
  }

  /** Whether somebody waits for an answer. */
  get busy() {
    return Boolean(this.running || this.waiting.length);
  }

  /** Give up what runs. */
  cancel() {
    this.end(null);
  }

  /** End the worker, and begin another, which is given the file that was open.
   * @param {Response | null} answer to the one that runs; null: it is given up */
  end(answer) {
    const job = this.running;
    this.rest();
    this.worker.terminate();
    if (answer) job?.done(answer);
    else job?.failed(new Refused(GIVEN_UP));
    if (this.open && this.open !== job) {
      const {method, path, body} = this.open;
      this.waiting.unshift({method, path, body, done: () => {}, failed: () => {}});
    }
    this.begin();
  }

  /** Begin a worker. */
  async begin() {
    this.ready = this.owns = false;
    const told = await this.told, owner = await this.kept.owned();
    const modules = await this.modules();
    this.worker = self.begunRules ?? new Worker(this.at(told.worker), {type: "module"});
    self.begunRules = null;
    this.worker.onmessage = ({data}) => {
      if (data.stage) this.dispatchEvent(new CustomEvent("stage", {detail: data}));
      else if (data.failed) this.dispatchEvent(new CustomEvent("failed", {detail: data.failed}));
      else if (data.ready) {
        this.seconds = data.seconds;
        this.words = data.words;
        this.ready = true;
        this.waiting.unshift(...modules);
        this.dispatchEvent(new CustomEvent("ready"));
        this.room?.dispatchEvent(new Event("renewed"));
        this.next();
      } else this.answered(data);
    };
    this.worker.onerror = (event) => this.dispatchEvent(new CustomEvent("failed",
      {detail: event.message}));
    this.worker.postMessage({begin: true, owner});
  }

  /** The modules that are kept here, to be given to a new worker. @returns {Promise<Job[]>} */
  async modules() {
    const names = (await this.kept.names()).filter(isModule);
    const done = () => {
      this.owns = true;
      this.dispatchEvent(new CustomEvent("module"));
    };
    return Promise.all(names.map(async (name) => ({method: "POST", done, failed: () => {},
      path: `/tape?${new URLSearchParams({name})}`, body: await this.kept.file(name)})));
  }

  /** Nothing changes by itself in a site. @param {import("./rpc.js").Room} room */
  async listen(room) {
    this.room = room;
  }

  /** Delete what is kept here of the user's own. What is asked meanwhile is asked again, of rules
   * that know nothing of it; a file that is being read is given up. */
  async forget() {
    await this.kept.forget();
    const asked = this.running ? [this.running, ...this.waiting] : this.waiting;
    asked.filter(isFile).forEach((job) => job.failed(new Refused(GIVEN_UP)));
    this.waiting = asked.filter((job) => !isFile(job));
    this.running = this.open = null;
    this.end(null);
  }
}
