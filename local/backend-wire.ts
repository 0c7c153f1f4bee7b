import { WorkerEntrypoint } from "cloudflare:workers";

// One isolate serves this Worker locally, so all requests share a module variable.
let isCut = false;

export function cutBackend(cut: boolean): void {
	isCut = cut;
}

export function isBackendCut(): boolean {
	return isCut;
}

/** Sits between console and backend in local runs, to simulate an outage. */
export class BackendWire extends WorkerEntrypoint<LocalEnv> {
	override async fetch(request: Request): Promise<Response> {
		if (isCut) throw new Error("The backend is cut off, as requested at /__local.");
		const response = await this.env.BACKEND.fetch(request);
		return response.webSocket ? splice(response.webSocket) : response;
	}
}

const lookEveryMs = 250;

function splice(backend: WebSocket): Response {
	const { 0: outer, 1: inner } = new WebSocketPair();
	// Only the request that opened a socket may close it, so each one polls.
	const looking = setInterval(() => {
		if (isCut) for (const end of [inner, backend]) close(end, goingAwayCode);
	}, lookEveryMs);
	const ends: [from: WebSocket, to: WebSocket][] = [
		[backend, inner],
		[inner, backend],
	];
	for (const [from, to] of ends) {
		from.addEventListener("message", ({ data }) => to.send(data));
		from.addEventListener("close", ({ code }) => {
			clearInterval(looking);
			close(to, code);
		});
		from.accept();
	}
	return new Response(null, { status: 101, webSocket: outer });
}

const goingAwayCode = 1001;
/** RFC 6455, 7.4.1: these codes must not be sent in a close frame. */
const unsayableCodes = new Set([1005, 1006, 1015]);

function close(socket: WebSocket, code: number): void {
	if (socket.readyState === WebSocket.OPEN) socket.close(unsayableCodes.has(code) ? goingAwayCode : code);
}
