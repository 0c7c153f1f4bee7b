import {
	addIntegration,
	type BrowserOptions,
	browserTracingIntegration,
	captureException,
	consoleIntegration,
	init,
	makeFetchTransport,
} from "@sentry/react";
import { headerNames, requestedByValue } from "../../shared/base/header-names";
import { monitoringPath } from "../../shared/errors/error-service";
import { withoutKnownSecrets, withoutSecretsIn } from "../../shared/errors/secret-text";
import { readFailure } from "../api/api-error";
import { appConstants } from "../base/app-constants";
import { loadOptional } from "../features/shell/new-version";

const { tracesSampleRate, replaysSessionSampleRate, replaysOnErrorSampleRate, isTextMasked, isMediaBlocked } =
	appConstants.errorReporting;

export type ReportingTag = { environment: string; release: string | null };

const placeholderDsn = "https://console@errors.invalid/1";

/** Returns a function that reports an error the SDK cannot see. */
export function beginReporting({ environment, release }: ReportingTag): (error: unknown) => void {
	init({
		dsn: placeholderDsn,
		tunnel: monitoringPath,
		environment,
		release: release ?? undefined,
		tracesSampleRate,
		replaysSessionSampleRate,
		replaysOnErrorSampleRate,
		// The request id links page and Worker, so no trace header is needed.
		tracePropagationTargets: [],
		enhanceFetchErrorMessages: "report-only",
		dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
		integrations: (defaults) => [
			// Console messages may hold anything.
			...defaults.filter(({ name }) => name !== consoleIntegration().name),
			browserTracingIntegration({
				onRequestSpanEnd: (span, { headers }) => {
					const requestId = headers?.get(headerNames.requestId);
					if (requestId) span.setAttribute("request_id", requestId);
				},
			}),
		],
		transport: scrubbingTransport,
		transportOptions: {
			headers: { [headerNames.requestedBy]: requestedByValue },
			fetchOptions: { credentials: "omit" },
		},
		beforeSend: (event, { originalException }) => {
			const { requestId } = readFailure(originalException);
			return requestId === null ? event : { ...event, tags: { ...event.tags, request_id: requestId } };
		},
	} satisfies BrowserOptions);
	void recordReplays();
	return (error) => void captureException(error);
}

async function recordReplays(): Promise<void> {
	try {
		const { replayIntegration } = await loadOptional(() => import("./replay"));
		const replay = replayIntegration({
			maskAllText: isTextMasked,
			blockAllMedia: isMediaBlocked,
			// Masks every input, so that no new password field is forgotten.
			maskAllInputs: true,
			block: ["[data-sentry-block]"],
			// The transport compresses after it removes secrets; the SDK's worker would compress before.
			useCompression: false,
		});
		addIntegration(replay);
	} catch {
		// Without replays, errors and traces are still reported.
	}
}

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport["send"]>[0];
type Item = Envelope[1][number];

/** Everything that the SDK sends passes here. Data that cannot be searched for secrets is not sent. */
export function scrubbingTransport(options: Parameters<typeof makeFetchTransport>[0]): Transport {
	const transport = makeFetchTransport(options);
	return { ...transport, send: async (envelope) => transport.send(await withoutSecretsInside(envelope)) };
}

async function withoutSecretsInside([header, items]: Envelope): Promise<Envelope> {
	const scrubbed = await Promise.all([...items].map((item) => scrubbedItem(item)));
	return [withoutSecretsIn(header), scrubbed] as Envelope;
}

async function scrubbedItem([header, payload]: Item): Promise<Item> {
	if (header.type === "replay_recording") {
		if (typeof payload !== "string") throw new Error("A recording came packed, so that nobody could look through it.");
		const packed = await packedRecording(withoutKnownSecrets(payload));
		return [{ ...header, length: packed.length }, packed] as Item;
	}
	if (typeof payload !== "string" && !isPlainObject(payload)) throw new Error(`Nothing is known of ${header.type}.`);
	return [header, withoutSecretsIn(payload)] as Item;
}

function isPlainObject(value: unknown): boolean {
	return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}

/** The service expects a line of JSON, then deflated data. */
async function packedRecording(recording: string): Promise<Uint8Array> {
	const start = recording.indexOf("\n") + 1;
	const head = new TextEncoder().encode(recording.slice(0, start));
	const events = new Blob([recording.slice(start)]).stream().pipeThrough(new CompressionStream("deflate"));
	const packed = new Uint8Array(await new Response(events).arrayBuffer());
	const whole = new Uint8Array(head.length + packed.length);
	whole.set(head);
	whole.set(packed, head.length);
	return whole;
}
