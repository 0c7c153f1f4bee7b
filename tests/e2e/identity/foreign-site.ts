import { once } from "node:events";
import { createServer } from "node:http";

export type ForeignSite = {
	sibling: string;
	stranger: string;
	stop: () => Promise<void>;
};

/** Another site on this machine: every address is an empty page, `/clear` clears cookies. */
export async function startForeignSite(): Promise<ForeignSite> {
	const server = createServer((request, response) => {
		const clearing = request.url === "/clear" ? { "clear-site-data": '"cookies"' } : {};
		response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...clearing });
		response.end("<!doctype html><title>Somebody else</title><h1>Somebody else</h1>");
	}).listen(0);
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("No port was given");
	const { port } = address;
	const stop = async () => {
		server.closeAllConnections();
		server.close();
		await once(server, "close");
	};
	return { sibling: `http://localhost:${port}`, stranger: `http://127.0.0.1:${port}`, stop };
}
