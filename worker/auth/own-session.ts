import type { UserPoolOperation } from "../cognito/user-pool-client";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { endSession, readOngoingSession, renewSession, type Session, type SignedIn } from "../session/read-session";
import { refusalOf } from "./ask-user-pool";
import type { AuthCall } from "./auth-call";
import { AuthRefusal, type RefusalDetails } from "./auth-refusal";

type Question = { operation: UserPoolOperation; body?: Record<string, unknown>; own?: OwnErrors };

export type OwnSession = {
	sub: string;
	/** The session as it is now: asking may have renewed it. */
	current: () => SignedIn;
	/** Asks in this person's name. A token that Cognito no longer takes is renewed once; then the session ends. */
	ask: (question: Question) => Promise<Record<string, unknown>>;
	/** Tokens that say what was just changed. The old ones stay where that fails: the change itself is done. */
	renew: () => Promise<void>;
};

/** The session of who asks; refuses whoever has none, one that the backend has ended, and one it cannot be asked about. */
export async function ownSessionOrThrow(call: AuthCall): Promise<OwnSession> {
	const { services, visit, cookies } = call;
	const session = await readOngoingSession(services, visit, "now");
	cookies.session = session.setCookies;
	if (session.status !== "signed-in") throw refusalWithout(session);
	let current: SignedIn = session;

	async function renewed(): Promise<boolean> {
		const renewal = await renewSession(services, visit, current);
		if (renewal.setCookies.length > 0) cookies.session = renewal.setCookies;
		if (renewal.status === "signed-in") current = renewal;
		if (renewal.status === "unchecked") throw refusalWithout(renewal);
		return renewal.status === "signed-in";
	}

	function ended({ reason = "refused by the user pool", cognitoRequestId }: RefusalDetails): AuthRefusal {
		cookies.session = endSession(services, visit, reason);
		return new AuthRefusal("SessionEnded", { reason, cognitoRequestId });
	}

	async function ask({ operation, body = {}, own }: Question) {
		const send = () => services.userPool(operation, { ...body, AccessToken: current.tokens.accessToken });
		let answer = await send();
		if (answer.status === "done") return answer.body;
		let refusal = refusalOf(answer, own);
		if (refusal.code === "SessionEnded" && (await renewed())) {
			answer = await send();
			if (answer.status === "done") return answer.body;
			refusal = refusalOf(answer, own);
		}
		const isGone = answer.status === "refused" && answer.name === "UserNotFoundException";
		const isOver = refusal.code === "SessionEnded" || refusal.details.loggedName === "UserDisabled" || isGone;
		throw isOver ? ended(refusal.details) : refusal;
	}

	async function renew(): Promise<void> {
		try {
			await renewed();
		} catch (error) {
			// Logged where it failed. The change is made and the old tokens live on.
			if (!(error instanceof AuthRefusal)) throw error;
		}
	}

	return { sub: session.access.sub, current: () => current, ask, renew };
}

function refusalWithout(session: Exclude<Session, SignedIn>): AuthRefusal {
	const retryAfterSeconds = session.status === "unchecked" ? session.retryAfterSeconds : undefined;
	return new AuthRefusal(session.error, { reason: session.status, retryAfterSeconds });
}
