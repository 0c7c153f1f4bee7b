import {
	addIntegration,
	type BrowserOptions,
	browserTracingIntegration,
	captureException,
	consoleIntegration,
	init,
} from "@sentry/react";
import { monitoringPath } from "../../shared/error-service";
import { headerNames, requestedByValue } from "../../shared/limits";
import { readFailure } from "../api/api-error";
import { appConstants } from "../app-constants";
import { loadOptional } from "../features/shell/new-version";
import { scrubbingTransport } from "./scrubbing-transport";
import type { ReportingTag } from "./start-reporting";

const { tracesSampleRate, replaysSessionSampleRate, replaysOnErrorSampleRate, isTextMasked, isMediaBlocked } =
	appConstants.errorReporting;

/** The SDK wants one; the console's Worker puts that of its settings in its place. */
const placeholderDsn = "https://console@errors.invalid/1";

/** Begins to report; answers what reports an error that nobody else would. */
export function beginReporting({ environment, release }: ReportingTag): (error: unknown) => void {
	init({
		dsn: placeholderDsn,
		tunnel: monitoringPath,
		environment,
		release: release ?? undefined,
		tracesSampleRate,
		replaysSessionSampleRate,
		replaysOnErrorSampleRate,
		// The request id joins both ends; a header more on every call would only cost.
		tracePropagationTargets: [],
		// The error's own text stays as the screens know it.
		enhanceFetchErrorMessages: "report-only",
		dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
		integrations: (defaults) => [
			// What the console shows may hold anything.
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
			// What is typed is masked everywhere: passwords and codes are, and nobody has to remember it of the next field.
			maskAllInputs: true,
			block: ["[data-sentry-block]"],
			// The transport packs, as it must read what is sent first; a worker of the SDK's own would pack it before.
			useCompression: false,
		});
		addIntegration(replay);
	} catch {
		// Errors and traces are reported without the picture.
	}
}
