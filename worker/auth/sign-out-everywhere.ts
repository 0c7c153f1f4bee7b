import type { SignedOut } from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import { isEnding } from "../session/ended-sessions";
import { assertPersonOfPage } from "../session/person-of-page";
import { readSession } from "../session/read-session";
import { endFromInside } from "../session/session-endings";
import { signOut } from "../session/sign-out";
import type { AuthCall } from "./auth-call";
import { ssoLeaveAddress } from "./sso";

/** Ends all sessions of the user if Cognito is reachable, and always this browser's. */
export async function signOutEverywhere(call: AuthCall): Promise<SignedOut> {
	const { services } = call;
	const session = await readSession(services, call);
	if (session.status === "signed-in") assertPersonOfPage(call.namedPerson, session.access.sub);
	const standing = session.status === "signed-in" ? await services.endedSessions.request(call, session) : "unknown";
	if (session.status === "signed-in" && isEnding(standing)) {
		endFromInside(services, call, { tokens: session.tokens, why: standing });
		throw new HttpError("SessionEnded", { reason: "ended by the backend" });
	}
	const tokens = session.status === "signed-in" ? session.tokens : undefined;
	const leave = ssoLeaveAddress(call);
	await signOut(services, call, { tokens, isEverywhere: true });
	return { status: "signed-out", ...(leave !== null && { leave }) };
}
