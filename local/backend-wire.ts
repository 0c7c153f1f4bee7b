import { WorkerEntrypoint } from "cloudflare:workers";

// One isolate serves this Worker on one machine, so a variable of the module is shared by all requests.
let isCut = false;

export function cutBackend(cut: boolean): void {
	isCut = cut;
}

export function isBackendCut(): boolean {
	return isCut;
}

/** Stands between console and backend in local runs, so that an outage can be started and ended on demand. */
export class BackendWire extends WorkerEntrypoint<LocalEnv> {
	override async fetch(request: Request): Promise<Response> {
		if (isCut) throw new Error("The backend is cut off, as requested at /__local.");
		const response = await this.env.BACKEND.fetch(request);
		return response.webSocket ? splice(response.webSocket) : response;
	}
}

const lookEveryMs = 250;

/** An open socket would outlive the cut if it were handed on as it is. */
function splice(backend: WebSocket): Response {
	const { 0: outer, 1: inner } = new WebSocketPair();
	// A socket may be closed by the request that opened it alone, so that one looks now and then.
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
/** RFC 6455, 7.4.1: what a peer that said none, or broke off, is reported with; no close may carry them. */
const unsayableCodes = new Set([1005, 1006, 1015]);

function close(socket: WebSocket, code: number): void {
	if (socket.readyState === WebSocket.OPEN) socket.close(unsayableCodes.has(code) ? goingAwayCode : code);
}
