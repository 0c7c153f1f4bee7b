import { AwsV4Signer } from "aws4fetch";
import type { AwsCredentials } from "../cognito/identity-pool-client";
import { type UpstreamCall, wholeBodyOf } from "./upstream";

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
