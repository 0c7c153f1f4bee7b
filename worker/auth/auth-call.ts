import type { Context } from "hono";
import type { Console } from "../console";
import type { Environment } from "../env";
import type { Services } from "../services";
import { type Visit, visitOf } from "../session/visit";

/** One call of a door of `/api/auth/`. */
export type AuthCall = {
	services: Services;
	environment: Environment;
	visit: Visit;
	/** The browser's address as Cloudflare tells it. */
	address: string | null;
	/** Set-Cookie lines of the answer, whether it succeeds or not: a rotated token must be kept either way. */
	cookies: { session: string[]; challenge: string[] };
};

export function authCallOf(c: Context<Console>, services: Services): AuthCall {
	return {
		services,
		environment: c.get("deployment").environment,
		visit: visitOf(c),
		address: c.req.raw.headers.get("cf-connecting-ip"),
		cookies: { session: [], challenge: [] },
	};
}
