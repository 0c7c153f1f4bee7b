import { networkOf } from "../../shared/network-of";
import { countCall } from "../base/rate-limit";
import { Refusal } from "../base/refusal";
import type { Middleware } from "../services/console";
import { readSession, readWithoutRefresh } from "../session/read-session";
import type { NotSignedIn, SignedIn } from "../session/session";

function signedIn(read: typeof readSession): Middleware {
	return async (c, next) => {
		const found = await read(c.get("services"), c.get("context"));
		if (found.status !== "signed-in") throw withoutSession(found);
		c.set("session", found);
		return next();
	};
}

export const session = signedIn(readSession);

/** For an answer that cannot set cookies, as that of a socket. */
export const sessionAsItIs = signedIn(readWithoutRefresh);

/** A guest has no session, where guests are welcome. A user whose session just ended does not become one. */
export const sessionOrGuest: Middleware = async (c, next) => {
	const services = c.get("services");
	const { upstreamAuth, isGuestAllowed } = services.settings;
	const read = await readSession(services, c.get("context"));
	const isGuest = read.status === "signed-out" && !read.hasEnded && upstreamAuth.mode === "iam" && isGuestAllowed;
	if (read.status === "signed-in") c.set("session", read);
	else if (!isGuest) throw withoutSession(read);
	return next();
};

export function withoutSession(found: NotSignedIn): Refusal {
	const about = found.status === "signed-out" ? "session" : "session-unknown";
	const retryAfterSeconds = found.status === "unchecked" ? found.retryAfterSeconds : undefined;
	return new Refusal(found.error, { about, reason: found.status, retryAfterSeconds });
}

/** Once per request, whatever its number of calls, which is bounded. */
export const quota: Middleware = async (c, next) => {
	const caller: SignedIn | undefined = c.get("session");
	const key = caller ? `sub ${caller.access.sub}` : `guest ${networkOf(c.get("context").clientAddress() ?? "unknown")}`;
	const retryAfterSeconds = await countCall(c.get("services").callLimit, key);
	if (retryAfterSeconds !== null) throw new Refusal("TooManyRequestsException", { retryAfterSeconds });
	return next();
};
