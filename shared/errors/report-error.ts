import { minuteMs } from "../base/durations";
import type { ErrorFacts, ErrorRoute } from "./error-service";

const reportsPerMinute = 30;
let minute = { startsAt: 0, reports: 0 };

/** Never rejects. Imports the SDK at an isolate's first error, because it would slow every start. */
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
		const reason = failure instanceof Error ? failure.name : "unknown";
		route.warn(JSON.stringify({ event: "error-not-reported", requestId: facts.requestId, reason }));
	}
}
