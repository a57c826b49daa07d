// The rules begin to load before the rest of the page: they are what it waits for longest.

self.begunRules = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
