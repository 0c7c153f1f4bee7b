import type { ErrorService } from "./error-service";

/** Which part of the product failed. */
export type ErrorPlace = "console" | "backend" | "account";

/** All that is sent beside the error itself: never a request, a header, a cookie, an input or a binding. */
export type ErrorFacts = {
	place: ErrorPlace;
	/** The event's name in the log. */
	event: string;
	/** Leads from the browser's trace to this error. */
	requestId?: string;
	/** The procedure or the work that failed. */
	name?: string;
};

type Answer = { status: number; headers: { get: (name: string) => string | null }; text: () => Promise<string> };
type Envelope = { method: "POST"; body: string | Uint8Array<ArrayBuffer> };

/** How a Worker reaches the service. `send` brings its own deadline, `warn` writes a line of the log. */
export type ErrorRoute = {
	service: ErrorService;
	send: (url: string, envelope: Envelope) => Promise<Answer>;
	warn: (line: string) => void;
};

const reportsPerMinute = 30;
const minuteMs = 60_000;
let minute = { startsAt: 0, reports: 0 };

/**
 * Sends one error to the error service; to be given to `waitUntil`. Never rejects. The SDK is loaded here, at the first
 * error of an isolate: handlers wrapped by it cost three times their CPU, and its code would delay every start.
 */
export async function reportError(route: ErrorRoute, error: unknown, facts: ErrorFacts): Promise<void> {
	const now = Date.now();
	if (now - minute.startsAt > minuteMs) minute = { startsAt: now, reports: 0 };
	minute.reports += 1;
	// A fault that every request meets is known after a few of them.
	if (minute.reports > reportsPerMinute) return;
	try {
		const { sendError } = await import("./send-error");
		await sendError(route, error, facts);
	} catch (failure) {
		// The fault itself is in the log; this line says that the service does not know of it.
		const reason = failure instanceof Error ? failure.name : "unknown";
		route.warn(JSON.stringify({ event: "error-not-reported", requestId: facts.requestId, reason }));
	}
}
