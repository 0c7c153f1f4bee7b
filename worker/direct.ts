import { headerNames } from "../shared/header-names";
import { reasonOf } from "./base/event-log";
import { pickHeaders, setForwardedFor, setRequestIds } from "./base/passed-headers";
import { upstreamUnreachable } from "./base/refusal";
import { documentHeaders } from "./base/security-headers";
import type { ConsoleContext } from "./services/console";

/** Of what the caller sends; never a cookie. */
const ingestHeaders = ["authorization", "content-type", "content-encoding", "content-length", "if-none-match"];
const linkHeaders = ["content-type", "content-length", "user-agent"];

const answerHeaders = ["content-type", "retry-after", "allow"];
/** Of the documentation page at these endpoints: the same for everybody, with a stricter policy than ours. */
const documentationHeaders = ["etag", "cache-control", "content-security-policy"];
const linkPageHeaders = ["content-security-policy", "referrer-policy", "x-robots-tag", "cache-control"];

/** Devices authenticate by key at the backend. */
export async function ingest(c: ConsoleContext): Promise<Response> {
	const { method } = c.req;
	const sent = pickHeaders(c.req.raw.headers, ingestHeaders);
	sent.set(headerNames.requestId, c.get("requestId"));
	const answer = await fromBackend(c, sent);
	const isRead = method === "GET" || method === "HEAD";
	const headers = new Headers(isRead ? documentHeaders : {});
	headers.set("cache-control", "no-store");
	pickHeaders(answer.headers, [...answerHeaders, "www-authenticate"], headers);
	if (isRead) pickHeaders(answer.headers, documentationHeaders, headers);
	return new Response(answer.body, { status: answer.status, headers });
}

/** Links of messages carry their own proof; their address is never logged. */
export async function links(c: ConsoleContext): Promise<Response> {
	const sent = pickHeaders(c.req.raw.headers, linkHeaders);
	setRequestIds(sent, c.req.raw.headers, c.get("requestId"));
	const answer = await fromBackend(c, sent);
	const headers = pickHeaders(answer.headers, [...answerHeaders, ...linkPageHeaders], new Headers(documentHeaders));
	return new Response(answer.body, { status: answer.status, headers });
}

/** For what needs no session. */
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
