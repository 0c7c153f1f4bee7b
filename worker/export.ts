import { reasonOf } from "./base/event-log";
import { HttpError, upstreamUnreachable } from "./base/http-error";
import { pickHeaders } from "./base/passed-headers";
import { dataHeaders } from "./base/security-headers";
import { ownBackendHeaders } from "./forward/header-policy";
import { withoutSession } from "./middleware/session";
import type { ConsoleContext } from "./services/console";
import { sendWithSession } from "./session/send-with-session";

const partHeaders = ["range", "if-range", "if-match"];
const responseHeaders = [
	...["content-type", "content-length", "content-disposition", "content-range", "accept-ranges", "etag", "allow"],
];
/** A file opened in the browser must not act as a page of this console. */
const ownHeaders = {
	...dataHeaders,
	"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
	"cache-control": "private, no-store",
};

export async function exportFile(c: ConsoleContext): Promise<Response> {
	const { backend } = c.get("deployment").environment;
	const { raw } = c.req;
	const outcome = await sendWithSession<Fetched>(c.get("services"), c.get("context"), {
		session: c.get("session"),
		send: (session) => {
			const own = ownBackendHeaders(raw, c.get("requestId"), session);
			return fetchFile(backend, raw.url, pickHeaders(raw.headers, partHeaders, own));
		},
		denialIn: (fetched) => (fetched instanceof Response && fetched.status === 401 ? fetched : null),
		mayRenew: true,
		mayReplay: true,
	});
	switch (outcome.status) {
		case "answered":
			return pass(outcome.response);
		case "ended":
			throw new HttpError("SessionEnded");
		case "not-renewed":
			throw withoutSession(outcome.session);
		case "refused":
		case "resend":
			throw upstreamUnreachable("session refused");
	}
}

type Fetched = Response | { reason: string };

async function fetchFile(backend: Fetcher, url: string, headers: Headers): Promise<Fetched> {
	try {
		const response = await backend.fetch(url, { headers, redirect: "manual" });
		if (response.status === 401) await response.body?.cancel();
		return response;
	} catch (error) {
		return { reason: reasonOf(error) };
	}
}

/** Streamed: a cancelled download ends at the backend, and a broken source breaks the download. */
async function pass(fetched: Fetched): Promise<Response> {
	if (!(fetched instanceof Response)) throw upstreamUnreachable(fetched.reason);
	const { status, body } = fetched;
	const isError = status >= 400 && fetched.headers.get("content-type")?.startsWith("application/json");
	const hasBytes = status === 200 || status === 206;
	if (!hasBytes && !isError) {
		await body?.cancel();
		throw upstreamUnreachable(`status ${status}`);
	}
	return new Response(body, {
		status,
		headers: pickHeaders(fetched.headers, responseHeaders, new Headers(ownHeaders)),
	});
}
