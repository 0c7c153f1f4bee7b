import { CloudflareClient, createTransport, type ErrorEvent, linkedErrorsIntegration, Scope } from "@sentry/cloudflare";
import { createStackParser } from "@sentry/core";
import { nodeStackLineParser } from "@sentry/core/server";
import type { ErrorFacts, ErrorRoute } from "./error-service";
import { withoutSecretsIn } from "./secret-text";

const flushMs = 5_000;
const stackParser = createStackParser(nodeStackLineParser());

/** One client per error: in workerd, requests cannot share I/O objects. */
export async function sendError(
	{ service, send }: ErrorRoute,
	error: unknown,
	{ place, event, requestId, name }: ErrorFacts,
): Promise<void> {
	let sent: Promise<unknown> = Promise.resolve();
	const client = new CloudflareClient({
		dsn: service.dsn,
		environment: service.environment,
		release: service.release ?? undefined,
		stackParser,
		// Omits the integrations that read requests, fetches or the console.
		integrations: [linkedErrorsIntegration()],
		sendClientReports: false,
		transport: (options) =>
			createTransport(options, ({ body }) => {
				const bytes = body as string | Uint8Array<ArrayBuffer>;
				const returned = post(send, options.url, bytes);
				sent = returned;
				return returned;
			}),
		beforeSend: onlyNamedFields,
	});
	client.init();
	const scope = new Scope();
	scope.setClient(client);
	scope.setTags({ place, event, ...(requestId && { request_id: requestId }), ...(name && { name }) });
	client.captureException(error, { mechanism: { type: event, handled: false } }, scope);
	await client.flush(flushMs);
	await sent;
}

async function post(send: ErrorRoute["send"], url: string, body: string | Uint8Array<ArrayBuffer>) {
	const response = await send(url, { method: "POST", body });
	await response.text();
	if (response.status >= 400) throw new Error(`The error service answered ${response.status}`);
	return { statusCode: response.status };
}

/** An allow-list, so that a later SDK's new fields are not sent. */
function onlyNamedFields(event: ErrorEvent): ErrorEvent {
	const { event_id, timestamp, platform, level, environment, release, exception, tags, debug_meta, sdk } = event;
	const kept = { event_id, timestamp, platform, level, environment, release, exception, tags, debug_meta, sdk };
	return { type: undefined, ...(withoutSecretsIn(kept) as typeof kept) };
}
