import { headerNames } from "../../shared/limits";

const refusals = {
	noHandshake: { status: 426, name: "UpgradeRequired", message: "This address answers WebSocket handshakes." },
	signedOut: { status: 401, name: "SignedOut", message: "Not signed in." },
	sessionEnded: { status: 401, name: "SessionEnded", message: "Session ended." },
	unchecked: { status: 503, name: "SessionUnchecked", message: "No signing keys to check the session with." },
	noAccess: { status: 403, name: "NoAccess", message: "Not a member of an account." },
} as const;

/** A handshake that opens no socket. Browsers tell their page nothing of it, so it speaks to the console Worker. */
export function refuseListener(reason: keyof typeof refusals, requestId: string): Response {
	const { status, name, message } = refusals[reason];
	const response = Response.json({ error: { name, message, requestId } }, { status });
	if (reason === "sessionEnded") response.headers.set(headerNames.session, "ended");
	return response;
}
