import type { Context } from "hono";
import { headerNames } from "../shared/header-names";
import { errorAnswer } from "./answers";
import { logToConsole, reasonOf } from "./event-log";
import { pickHeaders } from "./forward/header-policy";
import { documentHeaders } from "./middleware/security-headers";
import type { Console } from "./request-context";

const requestHeaders = ["authorization", "content-type", "content-encoding", "content-length", "if-none-match"];
const responseHeaders = ["content-type", "retry-after", "allow", "www-authenticate"];
/** Of the documentation page at these endpoints: the same for everybody, with a stricter policy than ours. */
const pageHeaders = ["etag", "cache-control", "content-security-policy"];

/** Devices authenticate by key at the backend; browser headers, especially cookies, are not passed on. */
export async function ingest(c: Context<Console>): Promise<Response> {
	const [requestId, deployment] = [c.get("requestId"), c.get("deployment")];
	const { services } = deployment;
	const { raw } = c.req;
	if (services.isReady && services.value.settings.upstream.kind === "url")
		return errorAnswer("NotImplemented", requestId);
	const headers = pickHeaders(raw.headers, requestHeaders);
	headers.set(headerNames.requestId, requestId);
	const address = raw.headers.get("cf-connecting-ip");
	if (address !== null) headers.set("x-forwarded-for", address);
	try {
		const init = { method: raw.method, headers, body: raw.body, redirect: "manual" } as const;
		const response = await deployment.environment.backend.fetch(raw.url, init);
		const answered = pickHeaders(response.headers, responseHeaders);
		answered.set("cache-control", "no-store");
		if (isRead(raw)) pickHeaders(response.headers, pageHeaders, withDocumentHeaders(answered));
		return new Response(response.body, { status: response.status, headers: answered });
	} catch (error) {
		const reason = reasonOf(error);
		logToConsole({ event: "upstream-failed", requestId, name: "UpstreamUnreachable", reason });
		return errorAnswer("UpstreamUnreachable", requestId);
	}
}

function isRead({ method }: Request): boolean {
	return method === "GET" || method === "HEAD";
}

/** An answer with its own policy does not get the default headers later. */
function withDocumentHeaders(headers: Headers): Headers {
	for (const [name, value] of Object.entries(documentHeaders)) headers.set(name, value);
	return headers;
}
