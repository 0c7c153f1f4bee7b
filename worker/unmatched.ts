import type { Context } from "hono";
import { reportError } from "../shared/report-error";
import { errorAnswer } from "./answers";
import type { Console } from "./console";
import { logToConsole } from "./event-log";
import { proxyError } from "./forward/error-body";
import { deploymentOf } from "./services";

export function unknownDoor(c: Context<Console>): Response {
	return errorAnswer("NotFound", c.get("requestId"));
}

/** A fault of ours: the caller learns that, the log learns which. */
export function unexpectedError(error: Error, c: Context<Console>): Response {
	const requestId = c.get("requestId") ?? crypto.randomUUID();
	logToConsole({ event: "unexpected-error", requestId, name: error.name, reason: error.stack ?? error.message });
	const { services } = deploymentOf(c.env);
	const route = services.isReady ? services.value.errorRoute : null;
	if (route)
		c.executionCtx.waitUntil(reportError(route, error, { place: "console", event: "unexpected-error", requestId }));
	if (c.req.path.startsWith("/api/proxy/")) return proxyError("INTERNAL", requestId);
	return errorAnswer("Unknown", requestId);
}
