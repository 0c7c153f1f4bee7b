import { headerNames } from "../../shared/base/header-names";
import { logToConsole } from "../base/event-log";
import { callerRequestIdOf } from "../base/passed-headers";
import { documentHeaders } from "../base/security-headers";
import type { ConsoleContext, Middleware } from "../services/console";
import { deploymentOf } from "../services/services";

/** Never the caller's: a chosen id could imitate another request in the logs and the audit log. */
export const requestId: Middleware = async (c, next) => {
	const id = crypto.randomUUID();
	c.set("requestId", id);
	c.set("deployment", deploymentOf(c.env));
	c.set("log", (event) => {
		const callerRequestId = callerRequestIdOf(c.req.raw.headers);
		logToConsole({ ...event, requestId: id, ...(callerRequestId !== null && { callerRequestId }) });
	});
	await next();
	c.res.headers.set(headerNames.requestId, id);
};

const headerEntries = Object.entries(documentHeaders);

export const securityHeaders: Middleware = async (c, next) => {
	await next();
	const { headers } = c.res;
	if (headers.has("content-security-policy")) return;
	for (const [name, value] of headerEntries) headers.set(name, value);
};

/** The only place that sets cookies. Also in failed responses, because a rotated token must be stored. */
export const sendCookies: Middleware = async (c: ConsoleContext, next) => {
	await next();
	const cookies = c.get("context")?.cookies;
	if (!cookies?.isChanged) return;
	for (const line of cookies.lines(c.get("services").signedOut.has)) c.res.headers.append("set-cookie", line);
};
