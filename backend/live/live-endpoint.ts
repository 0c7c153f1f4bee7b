import { sessionHeaders } from "../../shared/session/session-limits";
import type { AccountObjects } from "../base/context";
import { type IdentifyParts, identify } from "../base/identify";
import { denialOf, forwardedHeaders } from "../base/internal-headers";
import { accountByAddress } from "../base/requested-account";
import type { AccountLookup } from "../db/account-lookup";
import { aliveIn, requestAccount, type SessionCalls } from "../db/reach-account";

type LiveParts = IdentifyParts & {
	lookup: AccountLookup;
	accounts: AccountObjects<Pick<Fetcher, "fetch"> & SessionCalls>;
};

/** Handles `GET /api/live`: bearer token → account → that account's object, which keeps the socket. */
export function createLiveEndpoint({ verifier, people, lookup, accounts }: LiveParts) {
	return async function liveEndpoint(request: Request, requestId: string): Promise<Response> {
		if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return denyListener("noHandshake", requestId);
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") {
			return denyListener(identification.status === "refused" ? "signedOut" : "unchecked", requestId);
		}
		const { identity } = identification;
		const reached = await requestAccount(lookup, identity, {
			asked: accountByAddress(request.url),
			request: (accountId, standing) => {
				const headers = forwardedHeaders(request.headers, { identity, accountId, requestId, ...standing });
				return accounts.get(accounts.idFromName(accountId)).fetch(new Request(request, { headers }));
			},
			denialOf,
			isAlive: aliveIn(accounts, identity),
			isRead: true,
		});
		return "response" in reached ? reached.response : denyListener("noAccess", requestId);
	};
}

const denials = {
	noHandshake: { status: 426, name: "UpgradeRequired", message: "This address answers WebSocket handshakes." },
	signedOut: { status: 401, name: "SignedOut", message: "Not signed in." },
	sessionEnded: { status: 401, name: "SessionEnded", message: "Session ended." },
	unchecked: { status: 503, name: "SessionUnchecked", message: "No signing keys to check the session with." },
	updating: { status: 503, name: "UpdateUnderWay", message: "The console is being updated." },
	noAccess: { status: 403, name: "NoAccess", message: "Not a member of an account." },
} as const;

/** The console's Worker reads this response: browsers report nothing about a failed handshake to the page. */
export function denyListener(reason: keyof typeof denials, requestId: string): Response {
	const { status, name, message } = denials[reason];
	const response = Response.json({ error: { name, message, requestId } }, { status });
	if (reason === "sessionEnded") response.headers.set(sessionHeaders.state, "ended");
	return response;
}
