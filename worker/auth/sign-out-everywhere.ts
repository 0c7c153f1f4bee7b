import { readSession } from "../session/read-session";
import { findSessionCookies } from "../session/session-cookies";
import { signOut } from "../session/sign-out";
import type { AuthCall } from "./auth-call";

/** Ends every session of a person as far as Cognito can be reached, and this browser's in any case. */
export async function signOutEverywhere(call: AuthCall): Promise<{ status: "signed-out" }> {
	const { services, visit } = call;
	const session = await readSession(services, visit);
	const { stored } = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	const tokens = session.status === "signed-in" ? session.tokens : stored;
	if (tokens !== null) {
		const answer = await services.userPool("GlobalSignOut", { AccessToken: tokens.accessToken });
		if (answer.status === "done") visit.log({ event: "sign-out-everywhere" });
		else {
			const reason = answer.status === "refused" ? answer.name : answer.reason;
			visit.log({ event: "sign-out-everywhere-failed", name: answer.status, reason });
		}
	}
	call.cookies.session = await signOut(services, visit, tokens ?? undefined);
	return { status: "signed-out" };
}
