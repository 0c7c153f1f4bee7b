import { largestPaymentEvent } from "../shared/account/payment-events";
import { headerNames } from "../shared/base/header-names";
import { requestKeyHeader } from "../shared/base/request-key";
import { reasonOf } from "./base/event-log";
import { HttpError, upstreamUnreachable } from "./base/http-error";
import { pickHeaders, setForwardedFor, setRequestIds } from "./base/passed-headers";
import { jsonResponse } from "./base/responses";
import { documentHeaders } from "./base/security-headers";
import type { ConsoleContext } from "./services/console";

const ingestHeaders = ["authorization", "content-type", "content-encoding", "content-length", "if-none-match"];
const linkHeaders = ["accept", "content-type", "content-length", "user-agent"];

const responseHeaders = ["content-type", "retry-after", "allow"];
const documentationHeaders = ["etag", "cache-control", "content-security-policy"];
const linkPageHeaders = ["location", "content-security-policy", "referrer-policy", "x-robots-tag", "cache-control"];
const linkFileHeaders = ["content-disposition", "content-length"];

/** Devices authenticate by key at the backend. */
export async function ingest(c: ConsoleContext): Promise<Response> {
	const { method } = c.req;
	const submitted = pickHeaders(c.req.raw.headers, ingestHeaders);
	submitted.set(headerNames.requestId, c.get("requestId"));
	const response = await fromBackend(c, submitted);
	const isRead = method === "GET" || method === "HEAD";
	const headers = new Headers(isRead ? documentHeaders : {});
	headers.set("cache-control", "no-store");
	pickHeaders(response.headers, [...responseHeaders, "www-authenticate"], headers);
	if (isRead) pickHeaders(response.headers, documentationHeaders, headers);
	return new Response(response.body, { status: response.status, headers });
}

const apiHeaders = ["authorization", "content-type", "content-length", "if-none-match", requestKeyHeader];
const apiResponseHeaders = [
	...["etag", "link", "x-next-since", "cache-control", "www-authenticate", "ratelimit", "ratelimit-policy"],
];

/** Programs and wall screens authenticate by key at the backend. Cookies never reach it. */
export async function api(c: ConsoleContext): Promise<Response> {
	const submitted = pickHeaders(c.req.raw.headers, apiHeaders);
	setRequestIds(submitted, c.req.raw.headers, c.get("requestId"));
	const response = await fromBackend(c, submitted);
	const headers = pickHeaders(
		response.headers,
		[...responseHeaders, ...apiResponseHeaders],
		new Headers(documentHeaders),
	);
	return new Response(response.body, { status: response.status, headers });
}

/** The token or code in the path authenticates. The path is never logged. */
export async function links(c: ConsoleContext): Promise<Response> {
	const submitted = pickHeaders(c.req.raw.headers, linkHeaders);
	setRequestIds(submitted, c.req.raw.headers, c.get("requestId"));
	const response = await fromBackend(c, submitted);
	const headers = pickHeaders(
		response.headers,
		[...responseHeaders, ...linkPageHeaders, ...linkFileHeaders],
		new Headers(documentHeaders),
	);
	return new Response(response.body, { status: response.status, headers });
}

const brandHeaders = ["content-type", "content-length", "etag", "cache-control"];
const pictureHeaders = {
	"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
	"cross-origin-resource-policy": "cross-origin",
};

export async function brandImages(c: ConsoleContext): Promise<Response> {
	const response = await fromBackend(c, pickHeaders(c.req.raw.headers, ["if-none-match"]));
	const { status } = response;
	if (status !== 200 && status !== 304) {
		await response.body?.cancel();
		throw status === 404 ? new HttpError("NotFound") : upstreamUnreachable(`status ${status}`);
	}
	const headers = pickHeaders(response.headers, brandHeaders, new Headers(pictureHeaders));
	return new Response(status === 304 ? null : response.body, { status, headers });
}

const tooManySeconds = 60;

/** Verifies a file by its checksum. The status reveals nothing more. */
export async function verify(c: ConsoleContext): Promise<Response> {
	const response = await fromBackend(c, new Headers({ [headerNames.requestId]: c.get("requestId") }));
	if (response.status === 200) return jsonResponse(await response.json());
	await response.body?.cancel();
	if (response.status === 400) throw new HttpError("InvalidRequest");
	if (response.status === 429) throw new HttpError("TooManyRequestsException", { retryAfterSeconds: tooManySeconds });
	throw upstreamUnreachable(`status ${response.status}`);
}

const paymentEventHeaders = ["content-type", "content-length", "stripe-signature"];

/** Stripe's events. The backend verifies their signature. */
export async function paymentEvents(c: ConsoleContext): Promise<Response> {
	const length = Number(c.req.header("content-length") ?? 0);
	if (!(length <= largestPaymentEvent)) return new Response(null, { status: 413 });
	const submitted = pickHeaders(c.req.raw.headers, paymentEventHeaders);
	submitted.set(headerNames.requestId, c.get("requestId"));
	const response = await fromBackend(c, submitted);
	await response.body?.cancel();
	const headers = pickHeaders(response.headers, ["retry-after"], new Headers({ "cache-control": "no-store" }));
	return new Response(null, { status: response.status, headers });
}

async function fromBackend(c: ConsoleContext, headers: Headers): Promise<Response> {
	const { raw } = c.req;
	setForwardedFor(headers, raw.headers);
	try {
		const init = { method: raw.method, headers, body: raw.body, redirect: "manual" } as const;
		return await c.get("deployment").environment.backend.fetch(raw.url, init);
	} catch (error) {
		throw upstreamUnreachable(reasonOf(error));
	}
}
