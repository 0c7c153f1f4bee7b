import { endFromInside } from "../session/ended-sessions";
import { readSession } from "../session/read-session";
import { signOut } from "../session/sign-out";
import { type AuthCall, AuthRefusal } from "./auth-call";

/** Ends all sessions of the user if Cognito can be reached, and always this browser's. */
export async function signOutEverywhere(call: AuthCall): Promise<{ status: "signed-out" }> {
	const { services, context } = call;
	const session = await readSession(services, context);
	if (session.status === "signed-in" && (await services.endedSessions.ask(context, session)) === "ended") {
		// Cookies of a session that was ended must not end the sessions that its owner kept.
		call.cookies.session = endFromInside(services, context, session.tokens);
		throw new AuthRefusal("SessionEnded", { reason: "ended by the backend" });
	}
	const tokens = session.status === "signed-in" ? session.tokens : undefined;
	call.cookies.session = await signOut(services, context, { tokens, isEverywhere: true });
	return { status: "signed-out" };
}
