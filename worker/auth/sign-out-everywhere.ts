import { readSession } from "../session/read-session";
import { signOut } from "../session/sign-out";
import type { AuthCall } from "./auth-call";

/** Ends every session of a person as far as Cognito can be reached, and this browser's in any case. */
export async function signOutEverywhere(call: AuthCall): Promise<{ status: "signed-out" }> {
	const { services, visit } = call;
	const session = await readSession(services, visit);
	const tokens = session.status === "signed-in" ? session.tokens : undefined;
	call.cookies.session = await signOut(services, visit, { tokens, isEverywhere: true });
	return { status: "signed-out" };
}
