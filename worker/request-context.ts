import type { Context, MiddlewareHandler } from "hono";
import { headerNames } from "../shared/header-names";
import type { Bindings } from "./env";
import { type LogEvent, logToConsole } from "./event-log";
import { callerRequestIdOf } from "./forward/header-policy";
import { isPlainLoopback } from "./loopback";
import { type Deployment, deploymentOf } from "./services";

export type RequestContext = {
	url: string;
	cookieHeader: string;
	isSecure: boolean;
	clientAddress: () => string | null;
	requestId: string;
	log: (event: Omit<LogEvent, "requestId">) => void;
	keepAlive: (work: Promise<unknown>) => void;
};

export function requestContextOf(c: Context<Console>): RequestContext {
	const requestId = c.get("requestId");
	// Each access to a request property calls into the runtime, so each is read once.
	const { url, headers } = c.req.raw;
	return {
		url,
		cookieHeader: headers.get("cookie") ?? "",
		isSecure: !isPlainLoopback(url),
		clientAddress: () => headers.get("cf-connecting-ip"),
		requestId,
		log: (event) => {
			const callerRequestId = callerRequestIdOf(headers);
			logToConsole({ ...event, requestId, ...(callerRequestId !== null && { callerRequestId }) });
		},
		keepAlive: (work) => c.executionCtx.waitUntil(work),
	};
}

export type Console = {
	Bindings: Bindings;
	Variables: { requestId: string; deployment: Deployment };
};

/** Always ours: whoever chose it could make a request look like another one in the logs and the audit log. */
export const withRequestId: MiddlewareHandler<Console> = async (c, next) => {
	const requestId = crypto.randomUUID();
	c.set("requestId", requestId);
	await next();
	c.res.headers.set(headerNames.requestId, requestId);
};

export const withDeployment: MiddlewareHandler<Console> = async (c, next) => {
	c.set("deployment", deploymentOf(c.env));
	await next();
};
