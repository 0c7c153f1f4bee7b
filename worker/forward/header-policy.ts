import { contractVersion, headerNames } from "../../shared/header-names";
import { dataHeaders } from "../middleware/security-headers";
import type { SessionTokens } from "../session/tokens";
import type { UpstreamHeaders } from "../settings/upstream-settings";

/** All other headers are dropped: cookies, the client's authorization, cf-*, forwarding and hop-by-hop headers. */
const requestHeaders = [
	"content-type",
	"accept",
	"trpc-accept",
	"last-event-id",
	"accept-language",
	"traceparent",
	"user-agent",
];

/** Not allowed in settings: the above, what the forwarder sets itself, and connection headers. */
export const reservedHeaders = new Set([
	...requestHeaders,
	"authorization",
	"cookie",
	headerNames.requestId,
	headerNames.callerRequestId,
	headerNames.session,
	headerNames.requestedBy,
	"origin",
	"forwarded",
	"host",
	"content-length",
	"content-encoding",
	"accept-encoding",
	"expect",
	"date",
	"connection",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

const responseHeaders = ["content-type", "vary", "allow", "retry-after", "x-accel-buffering"];

const ownCacheControl = "private, no-store";

const ownHeaders = new Headers({
	...dataHeaders,
	"cache-control": ownCacheControl,
	[headerNames.contractVersion]: contractVersion,
});

const safeVersion = /^[\w.-]{1,16}$/;

type Outgoing = {
	request: Request;
	requestId: string;
	bearer: string | null;
	fixed: UpstreamHeaders;
	/** Sent to this product's own backend only. */
	idToken: string | null;
};

export function upstreamHeaders({ request, requestId, bearer, idToken, fixed }: Outgoing): Headers {
	const headers = pickHeaders(request.headers, requestHeaders);
	for (const [name, value] of fixed) headers.set(name, value);
	if (bearer !== null) headers.set("authorization", `Bearer ${bearer}`);
	setRequestIds(headers, request.headers, requestId);
	if (idToken !== null) headers.set(headerNames.idToken, idToken);
	const address = request.headers.get("cf-connecting-ip");
	if (address !== null) headers.set("x-forwarded-for", address);
	const clientContract = request.headers.get(headerNames.contractVersion);
	const isSafe = clientContract !== null && safeVersion.test(clientContract);
	headers.set(headerNames.contractVersion, isSafe ? clientContract : contractVersion);
	return headers;
}

export function ownBackendHeaders({ headers: sent }: Request, requestId: string, tokens: SessionTokens): Headers {
	const headers = pickHeaders(sent, ["user-agent"]);
	headers.set("authorization", `Bearer ${tokens.accessToken}`);
	setRequestIds(headers, sent, requestId);
	if (tokens.idToken !== null) headers.set(headerNames.idToken, tokens.idToken);
	return headers;
}

/** Fit for a log. */
const safeId = /^[A-Za-z0-9_-]{8,64}$/;

/** What the caller sent as its request id; null: none, or not safe to log. */
export function callerRequestIdOf(sent: Headers): string | null {
	const id = sent.get(headerNames.requestId);
	return id !== null && safeId.test(id) ? id : null;
}

/** Ours, and the caller's beside it. */
export function setRequestIds(headers: Headers, sent: Headers, requestId: string): void {
	headers.set(headerNames.requestId, requestId);
	const callerId = callerRequestIdOf(sent);
	if (callerId !== null) headers.set(headerNames.callerRequestId, callerId);
}

export function answerHeaders(upstream: Headers): Headers {
	const headers = pickHeaders(upstream, responseHeaders, new Headers(ownHeaders));
	// Plain text gets here only as an error that was found to be JSON.
	if (isPlainText(upstream.get("content-type") ?? "")) headers.set("content-type", "application/json");
	const cacheControl = upstream.get("cache-control");
	if (cacheControl !== null) headers.set("cache-control", strictest(cacheControl));
	return headers;
}

/** The upstream may make our cache policy stricter, never weaker. */
function strictest(requested: string): string {
	const directives = requested
		.toLowerCase()
		.split(",")
		.map((directive) => directive.trim());
	const isStricter = directives.includes("no-store") && !directives.includes("public");
	if (isStricter) return requested;
	// A transformation may buffer the whole stream.
	return directives.includes("no-transform") ? `${ownCacheControl}, no-transform` : ownCacheControl;
}

export function isPlainText(contentType: string): boolean {
	return /^text\/plain\b/i.test(contentType);
}

export function pickHeaders(from: Headers, names: string[], picked = new Headers()): Headers {
	for (const name of names) {
		const value = from.get(name);
		if (value !== null) picked.set(name, value);
	}
	return picked;
}
