import type { AccountEnding } from "../../shared/session/session-endings";
import { endingIn } from "./ended-sessions";
import { refreshSession } from "./read-session";
import type { NotSignedIn, RequestContext, SignedIn } from "./session";
import { endFromInside } from "./session-endings";
import type { SessionPorts } from "./session-ports";

type Sending<Reply> = {
	session: SignedIn;
	send: (session: SignedIn) => Promise<Reply>;
	denialIn: (response: Reply) => Response | null;
	mayRenew: boolean;
	mayReplay: boolean;
};

type Sent<Reply> =
	| { status: "answered"; response: Reply }
	| { status: "ended"; why: AccountEnding }
	| { status: "refused" | "resend" }
	| { status: "not-renewed"; session: NotSignedIn };

/** Renews a rejected session and repeats the request once. A session ended by the backend ends here too. */
export async function sendWithSession<Reply>(
	ports: SessionPorts,
	request: RequestContext,
	sending: Sending<Reply>,
): Promise<Sent<Reply>> {
	const { session, send, denialIn } = sending;
	const response = await send(session);
	const denial = denialIn(response);
	if (denial === null) return { status: "answered", response };
	const why = endingIn(denial);
	if (why !== null) {
		endFromInside(ports, request, { tokens: session.tokens, why });
		return { status: "ended", why };
	}
	if (!sending.mayRenew || session.isRefreshed || session.tokens.refreshToken === null) return { status: "refused" };
	const renewed = await refreshSession(ports, request);
	if (renewed.status !== "signed-in") return { status: "not-renewed", session: renewed };
	if (renewed.tokens.accessToken === session.tokens.accessToken) return { status: "refused" };
	if (!sending.mayReplay) return { status: "resend" };
	return sendWithSession(ports, request, { ...sending, session: renewed, mayRenew: false });
}
