import type { Next } from "hono";
import { HttpError } from "./base/http-error";
import { isLoopback } from "./base/loopback";
import type { ConsoleContext, Middleware } from "./services/console";

export async function localRun(c: ConsoleContext): Promise<Response> {
	const { local } = c.get("deployment").environment;
	if (local === null || !isLoopback(c.req.url)) throw new HttpError("NotFound");
	const response = await local.fetch(c.req.raw);
	return new Response(response.body, response);
}

/** A body that fits into the connection's buffers is sent before the response. */
const smallBodyBytes = 65_536;
const mostDrainedBytes = 256_000_000;

/** The local runtime closes the connection at a response. Deployed, Cloudflare's edge prevents this. */
export const drainBody: Middleware = (c, next) => {
	const { raw } = c.req;
	// Each access to a request property calls into the runtime; deployed, only the first condition runs.
	if (c.get("deployment").environment.local === null || raw.body === null) return next();
	const isSmall = Number(raw.headers.get("content-length") ?? Number.POSITIVE_INFINITY) <= smallBodyBytes;
	return isSmall ? next() : drained(c, raw.body, next);
};

async function drained(c: ConsoleContext, submitted: ReadableStream<Uint8Array>, next: Next): Promise<void> {
	const { body, drain } = drainable(submitted);
	c.req.raw = new Request(c.req.raw, { body });
	await next();
	if (c.res.status >= 400) await drain();
}

function drainable(source: ReadableStream<Uint8Array>) {
	const reader = source.getReader();
	let bytes = 0;
	let isDone = false;
	const read = async (): Promise<Uint8Array | null> => {
		const { done, value } = await reader.read();
		isDone = done;
		bytes += value?.byteLength ?? 0;
		return value ?? null;
	};
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const piece = await read();
				if (piece === null) controller.close();
				else controller.enqueue(piece);
			},
		},
		{ highWaterMark: 0 },
	);
	return {
		body,
		async drain(): Promise<void> {
			try {
				while (!isDone && bytes < mostDrainedBytes) await read();
			} catch {}
		},
	};
}
