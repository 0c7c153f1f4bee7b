import type { Context } from "hono";
import { errorAnswer } from "./answers";
import { logToConsole, reasonOf } from "./event-log";
import { pickHeaders, setRequestIds } from "./forward/header-policy";
import { documentHeaders } from "./middleware/security-headers";
import type { Console } from "./request-context";

const requestHeaders = ["content-type", "content-length", "user-agent"];
const responseHeaders = [
	"content-type",
	"content-security-policy",
	"referrer-policy",
	"x-robots-tag",
	"cache-control",
	"retry-after",
	"allow",
];

/** Links of messages carry their own proof, so no cookie goes along; their address is never logged. */
export async function links(c: Context<Console>): Promise<Response> {
	const [requestId, deployment] = [c.get("requestId"), c.get("deployment")];
	const { services } = deployment;
	const { raw } = c.req;
	if (services.isReady && services.value.settings.upstream.kind === "url")
		return errorAnswer("NotImplemented", requestId);
	const headers = pickHeaders(raw.headers, requestHeaders);
	setRequestIds(headers, raw.headers, requestId);
	const address = raw.headers.get("cf-connecting-ip");
	if (address !== null) headers.set("x-forwarded-for", address);
	try {
		const init = { method: raw.method, headers, body: raw.body, redirect: "manual" } as const;
		const response = await deployment.environment.backend.fetch(raw.url, init);
		const answered = pickHeaders(response.headers, responseHeaders, new Headers(documentHeaders));
		return new Response(response.body, { status: response.status, headers: answered });
	} catch (error) {
		logToConsole({ event: "upstream-failed", requestId, name: "UpstreamUnreachable", reason: reasonOf(error) });
		return errorAnswer("UpstreamUnreachable", requestId);
	}
}
