import type { Context } from "hono";
import * as z from "zod/mini";
import type { AuthErrorName } from "../shared/auth-errors";
import type { ErrorService } from "../shared/error-service";
import { parsedOrNull } from "../shared/json-record";
import { limits } from "../shared/limits";
import { networkOf } from "../shared/network-of";
import type { ErrorRoute } from "../shared/report-error";
import { type ErrorDetails, errorAnswer, methodNotAllowed } from "./answers";
import { logToConsole, reasonOf } from "./event-log";
import { readBody } from "./forward/bodies";
import { countCall } from "./middleware/rate-limit";
import { isOwnRequest } from "./middleware/same-origin";
import type { Console } from "./request-context";

const newline = 10;

/** The settings alone decide the destination. Only the body is passed on: no cookie, header or address. */
export async function monitoring(c: Context<Console>): Promise<Response> {
	const [requestId, { services, environment }] = [c.get("requestId"), c.get("deployment")];
	const { raw } = c.req;
	const route = services.isReady ? services.value.errorRoute : null;
	const refuse = (name: AuthErrorName, details?: ErrorDetails) => {
		logToConsole({ event: "request-refused", requestId, name });
		return errorAnswer(name, requestId, details);
	};
	if (route === null) return errorAnswer("NotFound", requestId);
	if (raw.method !== "POST") return methodNotAllowed("POST", requestId);
	if (!isOwnRequest(raw)) return refuse("CrossSiteRequest");
	const network = networkOf(raw.headers.get("cf-connecting-ip") ?? "unknown");
	const retryAfterSeconds = await countCall(environment.rateLimits.calls, `monitoring ${network}`);
	if (retryAfterSeconds !== null) return refuse("TooManyRequestsException", { retryAfterSeconds });
	const body = await readBody(raw.body, limits.monitoringBodyBytes);
	if (body === "too-large") return refuse("RequestTooLarge");
	const envelope = addressedTo(route.service, body);
	return envelope ? pass(route, envelope, requestId) : refuse("InvalidRequest");
}

const EnvelopeHeader = z.object({
	event_id: z.optional(z.string()),
	sent_at: z.optional(z.string()),
	sdk: z.optional(z.unknown()),
	trace: z.optional(z.record(z.string(), z.unknown())),
});

/** Null if it is not an envelope for the service's DSN. https://develop.sentry.dev/sdk/foundations/envelopes/ */
function addressedTo({ dsn, publicKey }: ErrorService, body: Uint8Array): Uint8Array<ArrayBuffer> | null {
	const end = body.indexOf(newline);
	if (end === -1) return null;
	const sent = EnvelopeHeader.safeParse(parsedOrNull(new TextDecoder().decode(body.subarray(0, end)))).data;
	if (!sent) return null;
	const trace = sent.trace && { ...sent.trace, public_key: publicKey };
	const header = new TextEncoder().encode(JSON.stringify({ ...sent, trace, dsn }));
	const envelope = new Uint8Array(header.byteLength + body.byteLength - end);
	envelope.set(header);
	envelope.set(body.subarray(end), header.byteLength);
	return envelope;
}

/**
 * The page's SDK obeys this header at any status. https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/
 */
const limitsHeader = "x-sentry-rate-limits";
const pauseOfAMinute = "60::organization";

/** Always 204, because browsers log failed requests. The failure is logged here, and the page pauses for a minute. */
async function pass(route: ErrorRoute, body: Uint8Array<ArrayBuffer>, requestId: string): Promise<Response> {
	const headers = new Headers({ "cache-control": "no-store" });
	const failed = (reason: string) => {
		logToConsole({ event: "upstream-failed", requestId, name: "ErrorService", reason });
		headers.set(limitsHeader, headers.get(limitsHeader) ?? pauseOfAMinute);
	};
	try {
		const answer = await route.send(route.service.envelopeUrl, { method: "POST", body });
		await answer.text();
		const pause = answer.headers.get(limitsHeader);
		if (pause !== null) headers.set(limitsHeader, pause);
		if (answer.status >= 300) failed(`status ${answer.status}`);
	} catch (error) {
		failed(reasonOf(error));
	}
	return new Response(null, { status: 204, headers });
}
