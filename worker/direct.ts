import { headerNames } from "../shared/base/header-names";
import { type DirectEndpoint, directEndpoints } from "../shared/direct-endpoints";
import { reasonOf } from "./base/event-log";
import { HttpError, upstreamUnreachable } from "./base/http-error";
import { pickHeaders, setForwardedFor, setRequestIds } from "./base/passed-headers";
import { jsonResponse } from "./base/responses";
import { documentHeaders } from "./base/security-headers";
import type { ConsoleContext } from "./services/console";

/** Passes a request on. The backend authenticates its key, token or code. The URL is never logged. */
export function pass(endpoint: DirectEndpoint) {
	return async (c: ConsoleContext): Promise<Response> => {
		const response = await fromBackend(c, endpoint);
		const headers = pickHeaders(response.headers, endpoint.returns, new Headers(documentHeaders));
		return new Response(response.body, { status: response.status, headers });
	};
}

export async function ingest(c: ConsoleContext): Promise<Response> {
	const response = await fromBackend(c, directEndpoints.ingest);
	const headers = new Headers({ "cache-control": "no-store" });
	pickHeaders(response.headers, directEndpoints.ingest.returns, headers);
	return new Response(response.body, { status: response.status, headers });
}

const pictureHeaders = {
	"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
	"cross-origin-resource-policy": "cross-origin",
};

export async function passBrandImage(c: ConsoleContext): Promise<Response> {
	const response = await fromBackend(c, directEndpoints.brandImage);
	const { status } = response;
	if (status !== 200 && status !== 304) {
		await response.body?.cancel();
		throw status === 404 ? new HttpError("NotFound") : upstreamUnreachable(`status ${status}`);
	}
	const headers = pickHeaders(response.headers, directEndpoints.brandImage.returns, new Headers(pictureHeaders));
	return new Response(status === 304 ? null : response.body, { status, headers });
}

const tooManySeconds = 60;

/** Verifies a file by its checksum. The status reveals nothing more. */
export async function passVerification(c: ConsoleContext): Promise<Response> {
	const response = await fromBackend(c, directEndpoints.verify);
	if (response.status === 200) return jsonResponse(await response.json());
	await response.body?.cancel();
	if (response.status === 400) throw new HttpError("InvalidRequest");
	if (response.status === 429) throw new HttpError("TooManyRequestsException", { retryAfterSeconds: tooManySeconds });
	throw upstreamUnreachable(`status ${response.status}`);
}

/** Events of Stripe and Telegram. The backend verifies that they sent them. */
export function passEvent(endpoint: DirectEndpoint & { mostBytes: number }) {
	return async (c: ConsoleContext): Promise<Response> => {
		const length = Number(c.req.header("content-length") ?? 0);
		if (!(length <= endpoint.mostBytes)) return new Response(null, { status: 413 });
		const response = await fromBackend(c, endpoint);
		await response.body?.cancel();
		const headers = pickHeaders(response.headers, endpoint.returns, new Headers({ "cache-control": "no-store" }));
		return new Response(null, { status: response.status, headers });
	};
}

export async function passCallEvent(c: ConsoleContext): Promise<Response> {
	const length = Number(c.req.header("content-length") ?? 0);
	if (!(length <= directEndpoints.calls.mostBytes)) return new Response(null, { status: 413 });
	const response = await fromBackend(c, directEndpoints.calls);
	const headers = pickHeaders(response.headers, directEndpoints.calls.returns);
	headers.set("cache-control", "no-store");
	return new Response(response.body, { status: response.status, headers });
}

async function fromBackend(
	c: ConsoleContext,
	{ takes, hasCallerId, longestUrl = Infinity }: DirectEndpoint,
): Promise<Response> {
	const { raw } = c.req;
	if (raw.url.length > longestUrl) throw new HttpError("InvalidRequest");
	const headers = pickHeaders(raw.headers, takes);
	if (hasCallerId) setRequestIds(headers, raw.headers, c.get("requestId"));
	else headers.set(headerNames.requestId, c.get("requestId"));
	setForwardedFor(headers, raw.headers);
	try {
		const init = { method: raw.method, headers, body: raw.body, redirect: "manual" } as const;
		return await c.get("deployment").environment.backend.fetch(raw.url, init);
	} catch (error) {
		throw upstreamUnreachable(reasonOf(error));
	}
}
