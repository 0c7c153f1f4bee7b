import { endFromInside, readSession } from "../session/read-session";
import { signOut } from "../session/sign-out";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";

/** Ends every session of a person as far as Cognito can be reached, and this browser's in any case. */
export async function signOutEverywhere(call: AuthCall): Promise<{ status: "signed-out" }> {
	const { services, visit } = call;
	const session = await readSession(services, visit);
	if (session.status === "signed-in" && (await services.endedSessions.ask(visit, session)) === "ended") {
		// Whoever still holds its cookies may not end the sessions that its owner has kept.
		call.cookies.session = endFromInside(services, visit, session.tokens);
		throw new AuthRefusal("SessionEnded", { reason: "ended by the backend" });
	}
	const tokens = session.status === "signed-in" ? session.tokens : undefined;
	call.cookies.session = await signOut(services, visit, { tokens, isEverywhere: true });
	return { status: "signed-out" };
}
