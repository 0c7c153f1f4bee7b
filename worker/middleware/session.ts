import { networkOf } from "../../shared/base/network-of";
import { HttpError } from "../base/http-error";
import { countCall } from "../base/rate-limit";
import type { ConsoleContext, Middleware } from "../services/console";
import { assertPersonOfPage, personOfPage } from "../session/person-of-page";
import { readSession, readWithoutRefresh } from "../session/read-session";
import type { NotSignedIn, SignedIn } from "../session/session";

function signedIn(read: typeof readSession, isGuest: (c: ConsoleContext, found: NotSignedIn) => boolean = () => false) {
	const middleware: Middleware = async (c, next) => {
		const found = await read(c.get("services"), c.get("context"));
		const named = personOfPage(c.req.raw);
		if (found.status === "signed-in") {
			assertPersonOfPage(named, found.access.sub);
			c.set("session", found);
		} else if (named !== null || !isGuest(c, found)) throw withoutSession(found);
		return next();
	};
	return middleware;
}

export const session = signedIn(readSession);

/** Reads without a refresh, for responses that cannot set cookies, such as a socket's. */
export const sessionAsItIs = signedIn(readWithoutRefresh);

/** A guest is allowed by settings. A user whose session just ended does not become one. */
export const sessionOrGuest = signedIn(readSession, (c, found) => {
	const { upstreamAuth, isGuestAllowed } = c.get("services").settings;
	return found.status === "signed-out" && !found.hasEnded && upstreamAuth.mode === "iam" && isGuestAllowed;
});

export function withoutSession(found: NotSignedIn): HttpError {
	const about = found.status === "signed-out" ? "session" : "session-unknown";
	const retryAfterSeconds = found.status === "unchecked" ? found.retryAfterSeconds : undefined;
	return new HttpError(found.error, { about, reason: found.status, retryAfterSeconds });
}

/** Once per request: its number of calls is bounded. */
export const quota: Middleware = async (c, next) => {
	const caller: SignedIn | undefined = c.get("session");
	const key = caller ? `sub ${caller.access.sub}` : `guest ${networkOf(c.get("context").clientAddress() ?? "unknown")}`;
	const retryAfterSeconds = await countCall(c.get("services").callLimit, key);
	if (retryAfterSeconds !== null) throw new HttpError("TooManyRequestsException", { retryAfterSeconds });
	return next();
};
