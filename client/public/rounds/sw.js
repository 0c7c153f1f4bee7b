// Keeps the page of rounds, and no data: that is in the page's own storage. Its scope is /rounds/ alone.
const cacheName = "rounds-1";
const shell = ["/rounds/", "/rounds/rounds.css", "/rounds/rounds.js", "/favicon.svg"];

self.addEventListener("install", (event) => {
	event.waitUntil(
		caches
			.open(cacheName)
			.then((cache) => cache.addAll(shell.map((path) => new Request(path, { cache: "reload" }))))
			.then(() => self.skipWaiting()),
	);
});

self.addEventListener("activate", (event) => {
	const isOld = (name) => name.startsWith("rounds-") && name !== cacheName;
	event.waitUntil(
		caches
			.keys()
			.then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
			.then(() => self.clients.claim()),
	);
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const { origin, pathname } = new URL(request.url);
	const isShell = request.method === "GET" && origin === self.location.origin && shell.includes(pathname);
	if (isShell) event.respondWith(fromNetwork(request, pathname));
});

/** The newest release first; the stored one without a network. */
async function fromNetwork(request, path) {
	const cache = await caches.open(cacheName);
	try {
		const response = await fetch(request);
		if (response.ok && !response.redirected) await cache.put(path, response.clone());
		return response;
	} catch (error) {
		const stored = await cache.match(path);
		if (stored) return stored;
		throw error;
	}
}
