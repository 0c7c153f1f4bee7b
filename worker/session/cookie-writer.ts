import type { Services } from "../services";
import type { CookieWriter } from "./session-cookies";
import type { Visit } from "./visit";

/** How the session's cookies are written for this request: as the operator set, except where a browser could not keep it. */
export function cookieWriterOf({ settings }: Services, visit: Visit): CookieWriter {
	const { sameSite, isSecure } = settings.cookies;
	return {
		clientId: settings.clientId,
		sameSite,
		// Browsers take SameSite=None from nowhere without Secure.
		isSecure: isSecure && (visit.isSecure || sameSite === "None"),
	};
}
