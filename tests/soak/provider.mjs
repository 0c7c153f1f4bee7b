// What stands for everything beyond the backend: it takes webhooks, and passes what is for the user pool on.
import { createServer, request } from "node:http";

const networkHost = "network.aqlcloud.test";

/** `result`: accept, reject (500), or silent, which never answers. */
export async function startProvider({ port, localPort }) {
	/** Every webhook that came in, in order: it is what its receiver has seen, whatever was answered. */
	const received = [];
	/** Every text that a chat got, in order. */
	const chats = [];
	let result = "accept";
	/** Called with the next webhook after it is received and before it is answered. */
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

	/** To the emulated user pool, which knows its hosts by their names. */
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
		// A user who was killed while it spoke hears nothing of it.
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
