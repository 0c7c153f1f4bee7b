// Emulates the network beyond the backend: takes webhooks, and passes requests for the user pool on.
import { createServer, request } from "node:http";

const networkHost = "network.aqlcloud.test";

/** `result`: accept, reject (500), or silent, which never responds. */
export async function startProvider({ port, localPort }) {
	const received = [];
	const chats = [];
	let result = "accept";
	/** Runs between the receipt of the next webhook and its response. */
	let beforeResult = null;

	async function takeWebhook(incoming, outgoing) {
		const chunks = [];
		for await (const chunk of incoming) chunks.push(chunk);
		const wasAccepted = result === "accept";
		if (result === "silent") return;
		if (wasAccepted) {
			const text = Buffer.concat(chunks).toString();
			const id = incoming.headers["webhook-id"];
			if (id === undefined) chats.push(JSON.parse(text).text);
			else received.push({ id, body: JSON.parse(text), at: Date.now() });
			const aimed = beforeResult;
			beforeResult = null;
			if (aimed) await aimed();
		}
		outgoing.writeHead(wasAccepted ? 200 : 500).end();
	}

	function passOn(incoming, outgoing) {
		const { method, url, headers } = incoming;
		const passed = request({ host: "127.0.0.1", port: localPort, method, path: url, headers }, (response) => {
			outgoing.writeHead(response.statusCode, response.headers);
			response.pipe(outgoing);
		});
		passed.on("error", () => outgoing.destroy());
		incoming.pipe(passed);
	}

	const server = createServer((incoming, outgoing) => {
		// A client that was killed midway gets no response.
		incoming.on("error", () => {});
		outgoing.on("error", () => {});
		if (incoming.headers.host !== networkHost) return passOn(incoming, outgoing);
		takeWebhook(incoming, outgoing).catch(() => outgoing.destroy());
	});
	await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
	return {
		received,
		chats,
		answerWith(next) {
			result = next;
		},
		aim(act) {
			beforeResult = act;
		},
		stop() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}
