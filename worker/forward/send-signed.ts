import type { Services } from "../services";
import { signedHeaders } from "./sign-call";
import { callUpstream, failure, type UpstreamAnswer, type UpstreamCall } from "./upstream";

type SignedCall = {
	call: UpstreamCall;
	headers: Headers;
	/** Whose credentials sign; null: a guest's. */
	idToken: string | null;
	keepAlive: (work: Promise<unknown>) => void;
};

/** A call to an upstream that wants AWS signatures. Without credentials nothing is sent. */
export async function sendSigned(services: Services, signed: SignedCall): Promise<UpstreamAnswer> {
	const { settings, credentials, now } = services;
	const { call, headers, idToken, keepAlive } = signed;
	const { upstream, upstreamAuth } = settings;
	if (upstreamAuth.mode !== "iam") return failure("CONFIGURATION", "no region to sign for");
	const outcome = await credentials.get(idToken, keepAlive);
	if (outcome.status === "failed") {
		return failure(outcome.isRefusal ? "CREDENTIALS_REFUSED" : "CREDENTIALS_UNAVAILABLE", outcome.name);
	}
	const scope = { region: upstreamAuth.region, service: upstreamAuth.service };
	const signing = { call, headers, credentials: outcome.credentials, scope, now: now() };
	const answer = await callUpstream(upstream, call, await signedHeaders(signing));
	if (!isSignatureRefusal(answer)) return answer;
	await credentials.distrust(idToken);
	// AWS says it in a form of its own, which no tRPC client understands.
	return answer.status === "failed" ? { ...answer, reason: "UPSTREAM_REFUSED_SESSION" } : answer;
}

/** AWS refuses with 403 or 401 and no envelope; a 403 in an envelope is the application's own. */
function isSignatureRefusal(answer: UpstreamAnswer): boolean {
	if (answer.status === "answered") return answer.response.status === 401;
	return answer.httpStatus === 401 || answer.httpStatus === 403;
}
