import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Runtime, startRuntime } from "../bench/runtime.mjs";

let upstream: Server;
let runtime: Runtime;
let consoleUrl: URL;
let cookie: string;

type Met = { request: IncomingMessage; response: ServerResponse; isGone: Promise<void> };
const waiting = new Map<string, (met: Met) => void>();

function nextCallOf(procedure: string): Promise<Met> {
	return new Promise((resolve) => waiting.set(procedure, resolve));
}

beforeAll(async () => {
	upstream = createServer((request, response) => {
		const isGone = new Promise<void>((resolve) => response.on("close", resolve));
		request.on("error", () => undefined); // the test is notified by the response's end
		const procedure = (request.url ?? "").replace(/^\/trpc\/|\?.*$/g, "");
		waiting.get(procedure)?.({ request, response, isGone });
	});
	await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
	const { port } = upstream.address() as AddressInfo; // it listens on a port
	runtime = await startRuntime({ vars: { UPSTREAM_URL: `http://127.0.0.1:${port}/trpc` } });
	consoleUrl = new URL(await runtime.urlOf("aqlcloud"));
	({ cookie } = await runtime.signIn("owner@aqlcloud.test"));
});
afterAll(async () => {
	await runtime.stop();
	upstream.closeAllConnections();
	upstream.close();
});

/** A call over a connection that the test can reset. A runtime notices a reset; it may still read from a connection that closed normally. */
function call(procedure: string, headers: Record<string, string> = {}, method = "GET"): Socket {
	const own = { host: consoleUrl.host, origin: consoleUrl.origin, cookie, "x-requested-by": "aqlcloud", ...headers };
	const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`);
	const socket = connect(Number(consoleUrl.port), consoleUrl.hostname);
	socket.write(`${[`${method} /api/proxy/${procedure} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
	return socket;
}

/** The data of a connection once it contains the text; all of it for null. */
async function received(socket: Socket, text: string | null): Promise<string> {
	let all = "";
	for await (const piece of socket.iterator({ destroyOnReturn: false })) {
		all += piece;
		if (text !== null && all.includes(text)) break;
	}
	return all;
}

const streams = { lines: { "trpc-accept": "application/jsonl" }, events: { accept: "text/event-stream" } };
const types = { lines: "application/json", events: "text/event-stream" };

describe("a browser that disconnects", () => {
	it("ends the call upstream before its response", async () => {
		const arrived = nextCallOf("slow.query");
		const socket = call("slow.query");
		const { isGone } = await arrived;
		socket.resetAndDestroy();
		await isGone;
	});

	it.each(["lines", "events"] as const)("closes the upstream's stream in the middle of %s", async (kind) => {
		const arrived = nextCallOf("open.stream");
		const socket = call("open.stream", streams[kind]);
		const { response, isGone } = await arrived;
		response.writeHead(200, { "content-type": types[kind] }).write("first\n");
		expect(await received(socket, "first\n")).toMatch(/^HTTP\/1\.1 200 /);
		response.write("second\n");
		await received(socket, "second\n");
		socket.resetAndDestroy();
		await isGone;
	});

	it("leaves an upload broken, not short", async () => {
		const arrived = nextCallOf("take.file");
		const headers = { "content-type": "application/octet-stream", "transfer-encoding": "chunked" };
		const socket = call("take.file", headers, "POST");
		socket.write(`3e8\r\n${"x".repeat(1000)}\r\n`);
		const { request, isGone } = await arrived;
		let isWhole = false;
		request.on("end", () => {
			isWhole = true;
		});
		await new Promise((resolve) => request.once("data", resolve));
		socket.resetAndDestroy();
		await isGone;
		expect(isWhole).toBe(false);
	});
});

describe("a stream of the upstream", () => {
	const lastChunk = /0\r\n\r\n$/;

	it.each(["lines", "events"] as const)("ends in good order for the browser too: %s", async (kind) => {
		const arrived = nextCallOf("whole.stream");
		const socket = call("whole.stream", { ...streams[kind], connection: "close" });
		const { response } = await arrived;
		response.writeHead(200, { "content-type": types[kind] }).end("first\n");
		expect(await received(socket, null)).toMatch(lastChunk);
	});

	it.each(["lines", "events"] as const)("breaks for the browser instead of seeming whole: %s", async (kind) => {
		const arrived = nextCallOf("broken.stream");
		const socket = call("broken.stream", { ...streams[kind], connection: "close" });
		const { response } = await arrived;
		response.writeHead(200, { "content-type": types[kind] }).write("first\n");
		await received(socket, "first\n");
		response.destroy();
		expect(await received(socket, null)).not.toMatch(lastChunk);
	});
});
