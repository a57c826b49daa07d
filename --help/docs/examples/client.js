// A client of `clubroute serve` in 40 lines of JavaScript, for Node 18 or later, no packages.
//
//   node client.js unix SOCKET METHOD ['{json params}']
//   node client.js tcp PORT TOKEN_FILE METHOD ['{json params}']
const fs = require("node:fs");
const net = require("node:net");

function connect(where) {
  const socket = net.connect(where);
  const waiting = new Map(); // by id
  let next = 1, text = "";
  socket.setEncoding("utf8");
  socket.on("data", (part) => {
    const lines = (text + part).split("\n");
    text = lines.pop(); // the rest of a line is still to come
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line);
      const { resolve, reject } = waiting.get(id) ?? { reject: (e) => socket.destroy(e) };
      waiting.delete(id);
      if (error) reject(Object.assign(new Error(error.message), error));
      else resolve(result);
    }
  });
  socket.on("close", () => waiting.forEach(({ reject }) => reject(new Error("hung up"))));
  socket.on("error", (error) => waiting.forEach(({ reject }) => reject(error)));
  const ask = (method, params = {}) => new Promise((resolve, reject) => {
    waiting.set(next, { resolve, reject });
    socket.write(JSON.stringify({ jsonrpc: "2.0", id: next++, method, params }) + "\n");
  });
  return { ask, close: () => socket.end() };
}

async function main([kind, where, ...rest]) {
  const service = connect(kind === "unix" ? { path: where } : { host: "127.0.0.1", port: +where });
  const token = kind === "unix" ? {} : { token: fs.readFileSync(rest.shift(), "utf8").trim() };
  await service.ask("hello", token);
  console.log(JSON.stringify(await service.ask(rest[0], JSON.parse(rest[1] ?? "{}"))));
  service.close();
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message, error.data ?? "");
  process.exit(1);
});
