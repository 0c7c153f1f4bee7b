import { minuteMs } from "./durations";
import type { ErrorService } from "./error-service";

export type ErrorPlace = "console" | "backend" | "account";

/** All that is sent beside the error: never a request, header, cookie, input or binding. */
export type ErrorFacts = {
	place: ErrorPlace;
	event: string;
	requestId?: string;
	name?: string;
};

type Answer = { status: number; headers: { get: (name: string) => string | null }; text: () => Promise<string> };
type Envelope = { method: "POST"; body: string | Uint8Array<ArrayBuffer> };

/** `send` sets its own deadline; `warn` writes a log line. */
export type ErrorRoute = {
	service: ErrorService;
	send: (url: string, envelope: Envelope) => Promise<Answer>;
	warn: (line: string) => void;
};

const reportsPerMinute = 30;
let minute = { startsAt: 0, reports: 0 };

/**
 * For `waitUntil`; never rejects. The SDK is imported at an isolate's first error, because its code would slow every
 * start, and handlers wrapped by it took three times the CPU.
 */
export async function reportError(route: ErrorRoute, error: unknown, facts: ErrorFacts): Promise<void> {
	const now = Date.now();
	if (now - minute.startsAt > minuteMs) minute = { startsAt: now, reports: 0 };
	minute.reports += 1;
	// An error of every request is known after a few reports.
	if (minute.reports > reportsPerMinute) return;
	try {
		const { sendError } = await import("./send-error");
		await sendError(route, error, facts);
	} catch (failure) {
		// The error itself is in the log; this line says that it was not reported.
		const reason = failure instanceof Error ? failure.name : "unknown";
		route.warn(JSON.stringify({ event: "error-not-reported", requestId: facts.requestId, reason }));
	}
}
