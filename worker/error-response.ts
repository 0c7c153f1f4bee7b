import { headerNames } from "../shared/base/header-names";
import { isLinePath } from "../shared/direct-endpoints";
import { framesOf, knownTextOf } from "../shared/errors/error-line";
import { reportError } from "../shared/errors/report-error";
import { isAuthErrorName } from "../shared/session/auth-errors";
import type { LogEvent } from "./base/event-log";
import { HttpError } from "./base/http-error";
import { errorResponse } from "./base/responses";
import { isCallPath } from "./forward/batch-guard";
import { asCallError, proxyError } from "./forward/error-body";
import { linkFailurePage } from "./link-failure-page";
import type { ConsoleContext } from "./services/console";

/** Logs an error and builds its response: tRPC's form for calls, otherwise that of `shared/session/auth-errors.ts`. */
export function denied(error: Error, c: ConsoleContext): Response {
	const requestId = c.get("requestId");
	const httpError = error instanceof HttpError ? error : unexpected(error, c);
	const { code, details } = httpError;
	c.set("refusal", details.loggedName ?? code);
	const isCall = isCallPath(c.req.path);
	const call = isCall ? asCallError(httpError) : null;
	const event = eventOf(httpError, c, isCall);
	if (event !== null) {
		const { loggedName, reason, cognitoRequestId } = details;
		const name = loggedName ?? call?.details.name ?? call?.reason ?? code;
		c.get("log")({ event, name, reason, cognitoRequestId });
	}
	const ending = c.get("context")?.cookies.ending ?? undefined;
	if (call !== null) return proxyError(call.reason, requestId, { ...call.details, ending });
	const language = c.req.header(headerNames.language) ?? "en";
	const response = errorResponse(isAuthErrorName(code) ? code : "Unknown", requestId, { ...details, language, ending });
	const { path } = c.req;
	// A sender of lines throws them away at other statuses, and reads the wait of this one.
	if (isLinePath(path) && response.status >= 500) return linesWait();
	return linkFailurePage(c.req.raw, response.status) ?? response;
}

const linesWaitSeconds = 30;

function linesWait(): Response {
	const body = { code: "unavailable", message: "Keep the lines and send them again." };
	return Response.json(body, { status: 503, headers: { "retry-after": String(linesWaitSeconds) } });
}

const unlogged = new Set<string>(["MethodNotAllowed", "NotFound", "NotImplemented", "UpgradeRequired"]);

function eventOf({ code, details }: HttpError, c: ConsoleContext, isCall: boolean): LogEvent["event"] | null {
	if (details.event !== undefined) return details.event;
	const verb: string | undefined = c.get("event");
	if (verb !== undefined) return `${c.get("event")}-failed`;
	if (details.about !== undefined) return isCall && details.about === "settings" ? "request-refused" : null;
	return unlogged.has(code) ? null : "request-refused";
}

/** The response hides the cause; the log has it. */
function unexpected(error: Error, c: ConsoleContext): HttpError {
	const { errorRoute } = c.get("deployment");
	const requestId = c.get("requestId");
	const event = "unexpected-error";
	if (errorRoute) c.executionCtx.waitUntil(reportError(errorRoute, error, { place: "console", event, requestId }));
	const reason = [knownTextOf(error), framesOf(error)].filter(Boolean).join("\n");
	c.get("log")({ event, name: error.name, reason });
	return new HttpError("Unknown", { event: null });
}
