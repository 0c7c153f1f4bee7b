import type { Said } from "../../../shared/log/said";
import type { ReportDefinition } from "../../../shared/report/report";
import type { PrintedPages } from "../../../shared/report/verify-file";
import type { ReportRequest } from "../source/read-report";

/** The queue message. `attempt` counts from 1; the claim reads the rest. */
export type RunHandOver = { accountId: string; runId: string; attempt: number };

type Attempt = Pick<RunHandOver, "runId" | "attempt">;

export type FileToMake = {
	/** Listed as garbage before its first byte. */
	objectKey: string;
	group: { id: string; name: string } | null;
};

export type ClaimedRun = {
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	now: number;
	isCheckable: boolean;
	files: FileToMake[];
};

/** `ignored`: nothing to make; the queue's message is done. */
export type RunClaim = { status: "ignored"; why: string } | { status: "make"; run: ClaimedRun };

export type MadeFile = {
	objectKey: string;
	name: string;
	mediaType: string;
	bytes: number;
	/** Hex. */
	sha256: string;
	group: FileToMake["group"];
	printed?: PrintedPages;
};

export type MadeRun = {
	rows: number;
	excursions: number | null;
	/** Something that the report names is missing. */
	isPartial: boolean;
	notes: string[];
	files: MadeFile[];
};

export type RunNews =
	/** Reported before a large object's first part, so that a lost consumer leaves nothing. */
	| { kind: "upload"; objectKey: string; uploadId: string }
	| { kind: "made"; made: MadeRun }
	/** `isFinal`: a retry would fail too. A consumer of the release before sends no `said`. */
	| { kind: "failed"; error: string; said?: Said; isFinal: boolean };

/** `lost`: the run is another consumer's by now, or over. */
export type RunResponse = { status: "lost" } | { status: "answered"; answer: unknown };

export type RunQuestion = { ask: ReportRequest; done: number };

export type RunCalls = {
	claimRun(attempt: Attempt, now: number): Promise<RunClaim>;
	askRun(attempt: Attempt, question: RunQuestion, now: number): Promise<RunResponse>;
	/** Returns whether the run is still this attempt's. */
	tellRun(attempt: Attempt, news: RunNews, now: number): Promise<boolean>;
};

/** The run is another consumer's by now, or canceled. */
export class RunLostError extends Error {
	constructor() {
		super("The run is no longer this attempt's");
		this.name = "RunLostError";
	}
}
