import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { endFromInside, isEndedAnswer } from "./ended-sessions";
import { refreshSession, type Session, type SignedIn } from "./read-session";

type SessionRequest<Answer> = {
	services: Services;
	context: RequestContext;
	session: SignedIn;
	send: (session: SignedIn) => Promise<Answer>;
	/** The response that refuses the session; null: not refused. */
	refusalIn: (answer: Answer) => Response | null;
	mayRenew: boolean;
	mayReplay: boolean;
};

type SessionAnswer<Answer> =
	| { status: "answered"; answer: Answer; setCookies: string[] }
	/** `resend`: the session is renewed, and the request was not executed. */
	| { status: "ended" | "refused" | "resend"; setCookies: string[] }
	| { status: "not-renewed"; session: Exclude<Session, SignedIn> };

/** Renews a refused session and repeats the request once. A session ended by the backend ends here too. */
export async function sendWithSession<Answer>(request: SessionRequest<Answer>): Promise<SessionAnswer<Answer>> {
	const { services, context, session, send, refusalIn } = request;
	const answer = await send(session);
	const refusal = refusalIn(answer);
	if (refusal === null) return { status: "answered", answer, setCookies: session.setCookies };
	if (isEndedAnswer(refusal)) return { status: "ended", setCookies: endFromInside(services, context, session.tokens) };
	if (!request.mayRenew || session.isRefreshed || session.tokens.refreshToken === null) {
		return { status: "refused", setCookies: session.setCookies };
	}
	const renewed = await refreshSession(services, context);
	if (renewed.status !== "signed-in") return { status: "not-renewed", session: renewed };
	const { setCookies } = renewed;
	if (renewed.tokens.accessToken === session.tokens.accessToken) return { status: "refused", setCookies };
	if (!request.mayReplay) return { status: "resend", setCookies };
	return sendWithSession({ ...request, session: renewed, mayRenew: false });
}
