import type { ErrorFacts } from "../../shared/error-service";
import { accountHash } from "./account-hash";
import { reportFault } from "./report-error";

type BackendEvent =
	| "account-overloaded"
	| "alarm-failed"
	| "alert-details-missing"
	| "audit-not-masked"
	| "due-note-failed"
	| "export-failed"
	| "hand-over-failed"
	| "hostname-not-known"
	| "internal-error"
	| "job-failed"
	| "jobs-failed-together"
	| "message-broken"
	| "message-lost"
	| "message-not-remembered"
	| "message-retried"
	| "not-audited"
	| "not-identified"
	| "picture-missing"
	| "poke-failed"
	| "provider-event-unknown"
	| "quota-not-counted"
	| "recoveries-unknown"
	| "recovery-failed"
	| "sender-not-known"
	| "hostname-not-known"
	| "quota-spent"
	| "reach-not-known"
	| "report-failed"
	| "report-retried"
	| "retention-not-settled"
	| "state-not-reported"
	| "share-spent"
	| "storage-not-looked-at"
	| "usage-not-looked-at"
	| "payment-page-not-opened"
	| "unknown-price"
	| "next-invoice-unknown"
	| "stored-form-newer"
	| "totals-differed"
	| "upload-not-aborted"
	| "deletion-interrupted"
	| "subscription-not-ended";

/** Named fields only: never an input, a key, a token or an address. */
type LogLine = {
	event: BackendEvent;
	requestId?: string | null | undefined;
	accountId?: string;
	messageId?: string;
	runId?: string;
	path?: string | undefined;
	work?: string;
	subject?: string;
	queue?: string;
	messages?: number;
	channel?: string;
	age?: string;
	place?: string;
	reason?: string;
	message?: string;
	stack?: string;
};

export function logWarning(line: LogLine): void {
	console.warn(written(line));
}

export function logFault(line: LogLine): void {
	console.error(written(line));
}

/** What a provider or the runtime may say of whom it refuses: addresses of mail, the web and networks, and phones. */
const namings = [
	/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g,
	/https?:\/\/[^\s<>"'()]+/gi,
	/\+\d[\d ()-]{6,}\d/g,
	/\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
	/\b(?:[\da-f]{1,4}:){3,}[\da-f:]*/gi,
];

/** The text of an error, which others may have written. */
function withoutNamings(text: string): string {
	return namings.reduce((rest, naming) => rest.replace(naming, "…"), text);
}

/** An account by its hash, as in the lines of requests and jobs. */
function written({ accountId, message, ...line }: LogLine): string {
	const account = accountId === undefined ? undefined : accountHash(accountId);
	return JSON.stringify({ ...line, message: message === undefined ? undefined : withoutNamings(message), account });
}

/** Of what should not happen: a line in the log, and a report. */
export function recordFault(error: unknown, place: ErrorFacts["place"], line: LogLine): void {
	logFault(line);
	const { event, requestId, path, work, queue } = line;
	reportFault(error, { place, event, requestId: requestId ?? undefined, name: path ?? work ?? queue });
}
