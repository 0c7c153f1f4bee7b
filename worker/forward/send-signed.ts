import { AwsV4Signer } from "aws4fetch";
import type { AwsCredentials } from "../cognito/identity-pool";
import type { Services } from "../services/services";
import { callUpstream, failure, type UpstreamCall, type UpstreamResponse, wholeBodyOf } from "./upstream";

type SignedCall = {
	call: UpstreamCall;
	headers: Headers;
	idToken: string | null;
	keepAlive: (work: Promise<unknown>) => void;
};

export async function sendSigned(services: Services, signed: SignedCall): Promise<UpstreamResponse> {
	const { settings, credentials, now } = services;
	const { call, headers, idToken, keepAlive } = signed;
	const { upstream, upstreamAuth } = settings;
	if (upstreamAuth.mode !== "iam") return failure("CONFIGURATION", "no region to sign for");
	const outcome = await credentials.get(idToken, keepAlive);
	if (outcome.status === "failed") {
		return failure(outcome.isDecline ? "CREDENTIALS_REFUSED" : "CREDENTIALS_UNAVAILABLE", outcome.name);
	}
	const scope = { region: upstreamAuth.region, service: upstreamAuth.service };
	const signing = { call, headers, credentials: outcome.credentials, scope, now: now() };
	const response = await callUpstream(upstream, call, await signedHeaders(signing));
	if (!isSignatureDenial(response)) return response;
	await credentials.distrust(idToken);
	// tRPC clients cannot read AWS's error body.
	return response.status === "failed" ? { ...response, reason: "UPSTREAM_REFUSED_SESSION" } : response;
}

/** AWS rejects with 403 or 401 without an envelope; a 403 with one is the application's. */
function isSignatureDenial(response: UpstreamResponse): boolean {
	if (response.status === "answered") return response.response.status === 401;
	return response.httpStatus === 401 || response.httpStatus === 403;
}

type Signing = {
	call: UpstreamCall;
	headers: Headers;
	credentials: AwsCredentials;
	scope: { region: string; service: string };
	now: number;
};

/** Intermediaries change these, which would invalidate the signature. */
const unsignedNames = ["user-agent", "x-forwarded-for", "traceparent"];

/**
 * Signs method, URL, body and every header that arrives unchanged. Source:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
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
