import type { ReportDefinition } from "../../../shared/report/report";
import type { ReportRequest } from "../source/read-report";

/** What travels through the queue of runs. `attempt`: which one this is, from 1. Everything else is read at the claim. */
export type RunHandOver = { accountId: string; runId: string; attempt: number };

type Attempt = Pick<RunHandOver, "runId" | "attempt">;

/** A file to make: all of the report, or one group's part. */
export type FileToMake = {
	/** In the list of garbage before its first byte. */
	objectKey: string;
	group: { id: string; name: string } | null;
};

export type ClaimedRun = {
	definition: ReportDefinition;
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	/** When it was requested, epoch ms. */
	now: number;
	/** The company lets a user who holds a file check it. */
	isCheckable: boolean;
	files: FileToMake[];
};

/** `ignored`: nothing is to be made, and the queue's message is done. */
export type RunClaim = { status: "ignored"; why: string } | { status: "make"; run: ClaimedRun };

export type MadeFile = {
	objectKey: string;
	name: string;
	mediaType: string;
	bytes: number;
	/** Hex. */
	sha256: string;
	group: FileToMake["group"];
};

export type MadeRun = {
	rows: number;
	excursions: number;
	/** Something that it names could not be in it. */
	isPartial: boolean;
	notes: string[];
	files: MadeFile[];
};

export type RunNews =
	/** Before the first part of a large object, so that nothing of it stays where its maker dies. */
	| { kind: "upload"; objectKey: string; uploadId: string }
	| { kind: "made"; made: MadeRun }
	/** `isFinal`: the same again would come to the same. */
	| { kind: "failed"; error: string; isFinal: boolean };

/** `lost`: the run is another's by now, or over. */
export type RunResponse = { status: "lost" } | { status: "answered"; answer: unknown };

/** `done`: how many devices are read by now. */
export type RunQuestion = { ask: ReportRequest; done: number };

/** What a consumer asks of an account's object. `now` is epoch ms. */
export type RunCalls = {
	claimRun(attempt: Attempt, now: number): Promise<RunClaim>;
	askRun(attempt: Attempt, question: RunQuestion, now: number): Promise<RunResponse>;
	/** Whether the run is still this attempt's. */
	tellRun(attempt: Attempt, news: RunNews, now: number): Promise<boolean>;
};

/** A run is another consumer's by now, or canceled: what was begun is swept, and there is nothing to tell. */
export class RunLostError extends Error {
	constructor() {
		super("The run is no longer this attempt's");
		this.name = "RunLostError";
	}
}
