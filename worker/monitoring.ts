import * as z from "zod/mini";
import { parsedOrNull } from "../shared/base/json-record";
import { serverLimits } from "../shared/base/limits";
import { networkOf } from "../shared/base/network-of";
import { readBody } from "../shared/base/read-body";
import type { ErrorRoute, ErrorService } from "../shared/errors/error-service";
import { type RequestLog, reasonOf } from "./base/event-log";
import { HttpError } from "./base/http-error";
import { countCall } from "./base/rate-limit";
import type { ConsoleContext, Middleware } from "./services/console";

const newline = 10;

export const errorsReported: Middleware = (c, next) => {
	if (c.get("deployment").errorRoute === null) throw new HttpError("NotFound");
	return next();
};

/** The settings alone decide the destination. Only the body is passed on: no cookie, header or address. */
export async function monitoring(c: ConsoleContext): Promise<Response> {
	const { environment, errorRoute } = c.get("deployment");
	const { raw } = c.req;
	const network = networkOf(raw.headers.get("cf-connecting-ip") ?? "unknown");
	const retryAfterSeconds = await countCall(environment.rateLimits.calls, `monitoring ${network}`);
	if (retryAfterSeconds !== null) throw new HttpError("TooManyRequestsException", { retryAfterSeconds });
	const body = await readBody(raw.body, serverLimits.monitoringBodyBytes);
	if (body === "too-large") throw new HttpError("RequestTooLarge");
	const envelope = errorRoute && addressedTo(errorRoute.service, body);
	if (!envelope) throw new HttpError("InvalidRequest");
	return pass(errorRoute, envelope, c.get("log"));
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

/** The page's SDK obeys it. https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/ */
const limitsHeader = "x-sentry-rate-limits";
const pauseOfAMinute = "60::organization";

/** Always 204, because browsers log failed requests. Logs the failure; the page pauses for a minute. */
async function pass(route: ErrorRoute, body: Uint8Array<ArrayBuffer>, log: RequestLog): Promise<Response> {
	const headers = new Headers({ "cache-control": "no-store" });
	const failed = (reason: string) => {
		log({ event: "upstream-failed", name: "ErrorService", reason });
		headers.set(limitsHeader, headers.get(limitsHeader) ?? pauseOfAMinute);
	};
	try {
		const response = await route.send(route.service.envelopeUrl, { method: "POST", body });
		await response.text();
		const pause = response.headers.get(limitsHeader);
		if (pause !== null) headers.set(limitsHeader, pause);
		if (response.status >= 300) failed(`status ${response.status}`);
	} catch (error) {
		failed(reasonOf(error));
	}
	return new Response(null, { status: 204, headers });
}
