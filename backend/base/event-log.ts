import type { KnownText } from "../../shared/errors/error-line";
import type { ErrorFacts } from "../../shared/errors/error-service";
import { accountHash } from "./account-hash";
import { reportFault } from "./report-error";

type BackendEvent =
	| "account-overloaded"
	| "link-frame-kept"
	| "alarm-failed"
	| "alert-details-missing"
	| "audit-not-masked"
	| "data-place-unknown"
	| "deletion-interrupted"
	| "directory-form-unknown"
	| "domain-not-looked-at"
	| "provider-end-not-told"
	| "due-note-failed"
	| "export-failed"
	| "hand-over-failed"
	| "file-not-as-stored"
	| "hostname-not-known"
	| "short-link-missing"
	| "internal-error"
	| "job-failed"
	| "jobs-failed-together"
	| "message-broken"
	| "message-lost"
	| "message-not-remembered"
	| "message-retried"
	| "next-invoice-unknown"
	| "not-audited"
	| "not-identified"
	| "payment-page-not-opened"
	| "picture-missing"
	| "poke-failed"
	| "provider-event-unknown"
	| "quota-not-counted"
	| "quota-spent"
	| "reach-not-known"
	| "recoveries-unknown"
	| "recovery-failed"
	| "lake-failed"
	| "lake-retried"
	| "report-failed"
	| "report-retried"
	| "retention-not-settled"
	| "sender-not-known"
	| "telegram-no-reply"
	| "share-spent"
	| "state-not-reported"
	| "storage-not-looked-at"
	| "stored-form-newer"
	| "subscription-not-ended"
	| "totals-differed"
	| "unknown-price"
	| "attachment-not-stored"
	| "mail-not-imported"
	| "mail-not-replied"
	| "upload-not-aborted"
	| "usage-not-looked-at"
	| "watch-not-renewed";

/** Named fields only: never an input, a key, a token or an address. */
export type LogLine = {
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
	message?: KnownText;
	stack?: string;
};

export function logWarning(line: LogLine): void {
	console.warn(written(line));
}

export function logFault(line: LogLine): void {
	console.error(written(line));
}

function written({ accountId, ...line }: LogLine): string {
	const account = accountId === undefined ? undefined : accountHash(accountId);
	return JSON.stringify({ ...line, account });
}

export function recordFault(error: unknown, place: ErrorFacts["place"], line: LogLine): void {
	logFault(line);
	const { event, requestId, path, work, queue } = line;
	reportFault(error, { place, event, requestId: requestId ?? undefined, name: path ?? work ?? queue });
}
