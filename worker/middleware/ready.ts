import { serverLimits } from "../../shared/base/limits";
import { sessionHeaders } from "../../shared/session/session-limits";
import { HttpError } from "../base/http-error";
import type { Middleware } from "../services/console";
import { CookieJar } from "../session/cookie-jar";

/** Throws while a setting is missing or wrong. Otherwise sets the services and the request's cookies. */
export const ready: Middleware = (c, next) => {
	const { services } = c.get("deployment");
	if (!services.isReady) throw new HttpError(services.problems[0].error, { about: "settings" });
	const { url, headers } = c.req.raw;
	c.set("services", services.value);
	c.set("context", {
		url,
		cookies: new CookieJar(headers.get("cookie") ?? "", url, services.value.settings),
		requestId: c.get("requestId"),
		log: c.get("log"),
		clientAddress: () => headers.get("cf-connecting-ip"),
		acted: () => headers.get(sessionHeaders.acted),
		keepAlive: (work) => c.executionCtx.waitUntil(work),
	});
	return next();
};

export const ownBackend: Middleware = (c, next) => {
	const { settings } = c.get("deployment").environment;
	if (settings.isValid && settings.value.upstream.kind === "url") throw new HttpError("NotImplemented");
	return next();
};

/** Names all methods of a path. HEAD is one of them, which Hono's own routes treat as GET. */
export function only(...methods: string[]): Middleware {
	const allow = methods.join(", ");
	return (c, next) => {
		if (!methods.includes(c.req.method)) throw new HttpError("MethodNotAllowed", { allow });
		return next();
	};
}

export const maxUrl: Middleware = (c, next) => {
	if (c.req.url.length > serverLimits.proxyUrlLength) throw new HttpError("InvalidRequest");
	return next();
};
