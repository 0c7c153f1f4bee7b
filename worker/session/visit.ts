import type { Context } from "hono";
import type { Console } from "../console";
import { type LogEvent, logToConsole } from "../event-log";
import { isPlainLoopback } from "../loopback";

/** What the session's code may know of a request. */
export type Visit = {
	url: string;
	cookieHeader: string;
	isSecure: boolean;
	/** As Cloudflare tells it. Asked for seldom, so not read beforehand. */
	clientAddress: () => string | null;
	requestId: string;
	log: (event: Omit<LogEvent, "requestId">) => void;
	keepAlive: (work: Promise<unknown>) => void;
};

export function visitOf(c: Context<Console>): Visit {
	const requestId = c.get("requestId");
	// Each look at a request crosses into the runtime, so each is taken once.
	const { url, headers } = c.req.raw;
	return {
		url,
		cookieHeader: headers.get("cookie") ?? "",
		isSecure: !isPlainLoopback(url),
		clientAddress: () => headers.get("cf-connecting-ip"),
		requestId,
		log: (event) => logToConsole({ ...event, requestId }),
		keepAlive: (work) => c.executionCtx.waitUntil(work),
	};
}
