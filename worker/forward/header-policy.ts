import { contractVersion, headerNames } from "../../shared/limits";
import { dataHeaders } from "../middleware/security-headers";
import type { SessionTokens } from "../session/session-cookies";

/** Everything else stays here: cookies, the client's own authorization, cf-*, forwarding and hop-by-hop headers. */
const requestHeaders = ["content-type", "accept", "trpc-accept", "last-event-id", "accept-language", "traceparent"];
const responseHeaders = ["content-type", "vary", "allow", "retry-after", "x-accel-buffering"];

const ownHeaders = new Headers({
	...dataHeaders,
	"cache-control": "private, no-store",
	[headerNames.contractVersion]: contractVersion,
});

const safeVersion = /^[\w.-]{1,16}$/;

type UpstreamHeaders = { request: Request; requestId: string; tokens: SessionTokens; isOwnBackend: boolean };

export function upstreamHeaders({ request, requestId, tokens, isOwnBackend }: UpstreamHeaders): Headers {
	const headers = pickHeaders(request.headers, requestHeaders);
	headers.set("authorization", `Bearer ${tokens.accessToken}`);
	headers.set(headerNames.requestId, requestId);
	// Another party's backend has no use for who the person is beyond the bearer token.
	if (isOwnBackend && tokens.idToken !== null) headers.set(headerNames.idToken, tokens.idToken);
	const address = request.headers.get("cf-connecting-ip");
	if (address !== null) headers.set("x-forwarded-for", address);
	const clientContract = request.headers.get(headerNames.contractVersion);
	const isSafe = clientContract !== null && safeVersion.test(clientContract);
	headers.set(headerNames.contractVersion, isSafe ? clientContract : contractVersion);
	return headers;
}

export function answerHeaders(upstream: Headers): Headers {
	const headers = pickHeaders(upstream, responseHeaders, new Headers(ownHeaders));
	const cacheControl = upstream.get("cache-control");
	if (cacheControl !== null && /\bno-store\b/i.test(cacheControl)) headers.set("cache-control", cacheControl);
	return headers;
}

export function pickHeaders(from: Headers, names: string[], picked = new Headers()): Headers {
	for (const name of names) {
		const value = from.get(name);
		if (value !== null) picked.set(name, value);
	}
	return picked;
}
