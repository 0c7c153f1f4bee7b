import { accountCookie, contractVersion, headerNames } from "../../shared/base/header-names";
import { sessionHeaders } from "../../shared/session/session-limits";
import { pickHeaders, setForwardedFor, setRequestIds } from "../base/passed-headers";
import { dataHeaders } from "../base/security-headers";
import type { SignedIn } from "../session/session";
import { passedHeaders } from "../settings/reserved-headers";
import type { UpstreamHeaders } from "../settings/upstream-settings";

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
	idToken: string | null;
};

export function upstreamHeaders({ request, requestId, bearer, idToken, fixed }: Outgoing): Headers {
	const headers = pickHeaders(request.headers, passedHeaders);
	for (const [name, value] of fixed) headers.set(name, value);
	if (bearer !== null) headers.set("authorization", `Bearer ${bearer}`);
	setRequestIds(headers, request.headers, requestId);
	if (idToken !== null) headers.set(headerNames.idToken, idToken);
	setForwardedFor(headers, request.headers);
	const clientContract = request.headers.get(headerNames.contractVersion);
	const isSafe = clientContract !== null && safeVersion.test(clientContract);
	headers.set(headerNames.contractVersion, isSafe ? clientContract : contractVersion);
	return headers;
}

export function ownBackendHeaders({ headers: submitted }: Request, requestId: string, session: SignedIn): Headers {
	const { tokens, idleMinutes } = session;
	const headers = pickHeaders(submitted, ["user-agent"]);
	headers.set("authorization", `Bearer ${tokens.accessToken}`);
	setRequestIds(headers, submitted, requestId);
	if (tokens.idToken !== null) headers.set(headerNames.idToken, tokens.idToken);
	if (idleMinutes !== null) headers.set(sessionHeaders.idleMinutes, String(idleMinutes));
	return headers;
}

/** Sets the page's account, or else the cookie's preferred one. The backend checks membership. */
export function nameAccount(headers: Headers, { headers: submitted }: Request): void {
	const named = submitted.get(headerNames.account);
	const [, preferred] = preferredInCookie.exec(submitted.get("cookie") ?? "") ?? [];
	if (named !== null) headers.set(headerNames.account, named);
	else if (preferred !== undefined) headers.set(headerNames.preferredAccount, preferred);
}

const preferredInCookie = new RegExp(`(?:^|; ?)${accountCookie.replace(".", "\\.")}=(acc_\\w{1,64})(?:;|$)`);

/** `isOwn`: from this product's own backend, which names the response's account. */
export function responseHeadersOf(upstream: Headers, isOwn: boolean): Headers {
	const passed = isOwn ? [...responseHeaders, headerNames.account] : responseHeaders;
	const headers = pickHeaders(upstream, passed, new Headers(ownHeaders));
	// Plain text gets here only as an error whose body is JSON.
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
