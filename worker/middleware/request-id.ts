import type { MiddlewareHandler } from "hono";
import { headerNames } from "../../shared/limits";
import type { Console } from "../console";

/** Goes into logs and answers, so what a caller sends must not be able to forge either. */
const safeId = /^[A-Za-z0-9_-]{8,64}$/;

export const withRequestId: MiddlewareHandler<Console> = async (c, next) => {
	const sent = c.req.raw.headers.get(headerNames.requestId);
	const requestId = sent !== null && safeId.test(sent) ? sent : crypto.randomUUID();
	c.set("requestId", requestId);
	await next();
	c.res.headers.set(headerNames.requestId, requestId);
};
