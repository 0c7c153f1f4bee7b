import type { MiddlewareHandler } from "hono";
import { withCookies } from "../answers";
import type { Console } from "../console";

/** An answer that was under way while its session signed out must not sign the browser in again. */
export const withoutLateCookies: MiddlewareHandler<Console> = async (c, next) => {
	await next();
	const { services } = c.get("deployment");
	if (!services.isReady || services.value.signedOut.isEmpty()) return;
	const { settings, signedOut } = services.value;
	const lines = c.res.headers.getSetCookie();
	const kept = signedOut.withoutLate(lines, settings.clientId);
	if (kept.length === lines.length) return;
	c.res.headers.delete("set-cookie");
	withCookies(c.res, kept);
};
