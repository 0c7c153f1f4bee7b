import { AwsV4Signer } from "aws4fetch";
import type { AwsCredentials } from "../cognito/identity-pool";
import type { Services } from "../services";
import { callUpstream, failure, type UpstreamAnswer, type UpstreamCall, wholeBodyOf } from "./upstream";

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

type Signing = {
	call: UpstreamCall;
	headers: Headers;
	credentials: AwsCredentials;
	scope: { region: string; service: string };
	/** Epoch ms. */
	now: number;
};

/** What networks on the way add to or rewrite, so that a signature over it would break. */
const unsignedNames = ["user-agent", "x-forwarded-for", "traceparent"];

/**
 * The headers of a call with an AWS signature over its method, address, body and every header that arrives as sent.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function signedHeaders({ call, headers, credentials, scope, now }: Signing): Promise<Headers> {
	const signable = new Headers(headers);
	for (const name of unsignedNames) signable.delete(name);
	const { accessKeyId, secretAccessKey, sessionToken } = credentials;
	const signer = new AwsV4Signer({
		method: call.method,
		url: call.url,
		headers: signable,
		body: wholeBodyOf(call),
		accessKeyId,
		secretAccessKey,
		...(sessionToken === null ? {} : { sessionToken }),
		...scope,
		datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ""),
		allHeaders: true,
	});
	const signed = await signer.sign();
	for (const name of unsignedNames) {
		const value = headers.get(name);
		if (value !== null) signed.headers.set(name, value);
	}
	return signed.headers;
}
