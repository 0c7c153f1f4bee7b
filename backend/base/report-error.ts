import { env, waitUntil } from "cloudflare:workers";
import { framesOf, type KnownText, knownTextOf } from "../../shared/errors/error-line";
import type { ErrorFacts, ErrorRoute } from "../../shared/errors/error-service";
import { type ErrorServiceVariables, parseErrorService } from "../../shared/errors/error-service";
import { reportError } from "../../shared/errors/report-error";
import { withoutSecrets } from "../../shared/errors/secret-text";

const deadlineMs = 5_000;
const longestText = 200;

type RawEnv = BackendEnv & ErrorServiceVariables & { LOCAL?: Fetcher };

/** A wrong setting has already failed the deployment and must not stop the backend. */
function createRoute(raw: RawEnv): ErrorRoute | null {
	const parsed = parseErrorService(raw);
	if (!parsed?.isOn) return null;
	const { LOCAL: local } = raw;
	return {
		service: parsed.service,
		send: (url, envelope) => {
			const init = { ...envelope, redirect: "manual", signal: AbortSignal.timeout(deadlineMs) } as const;
			return local ? local.fetch(url, init) : fetch(url, init);
		},
		warn: (line) => console.warn(line),
	};
}

export type ReportFault = (error: unknown, facts: ErrorFacts) => void;

type ReporterParts = { env: RawEnv; waitUntil(work: Promise<unknown>): void };

export function createReporter(parts: ReporterParts): ReportFault {
	const route = createRoute(parts.env);
	return (error, facts) => {
		if (route) parts.waitUntil(reportError(route, error, facts));
	};
}

export const reportFault = createReporter({ env, waitUntil });

export function faultText(error: unknown): { message?: KnownText; stack?: string } {
	return error instanceof Error ? { message: knownTextOf(error), stack: framesOf(error) } : {};
}

/** Shortens the text and removes secrets. */
export function errorText(error: unknown): string {
	const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	return withoutSecrets(text).replace(/\s+/g, " ").slice(0, longestText);
}
