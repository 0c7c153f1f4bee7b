/** `refused`: the caller's doing; `retried`: it is tried again. */
export type WorkOutcome = "ok" | "refused" | "failed" | "retried";

/** What is logged of each request and each job, and counted: nothing of what was asked, entered or answered. */
export type WorkLine = {
	line: "request" | "job";
	place: "console" | "backend" | "account";
	/** The route of a request, never its address, which may hold a token; the kind of a job. */
	name: string;
	outcome: WorkOutcome;
	/** Of a request. */
	status?: number;
	/** The name of an error. */
	reason?: string | undefined;
	/** Until the response began, by a clock that advances with I/O only. */
	ms: number;
	requestId?: string;
	/** A hash of the account's id; null: none was reached. */
	account?: string | null;
	/** Jobs that one line stands for. */
	jobs?: number;
};

/** As Analytics Engine's binding has it. Undefined: what is counted is kept nowhere, as in local runs without it. */
type Metrics = { writeDataPoint(point: { indexes: string[]; blobs: string[]; doubles: number[] }): void } | undefined;

/** `log` is the console, which is what gathers a Worker's lines. */
export type WorkSink = { log: Record<"info" | "warn", (line: string) => void>; metrics: Metrics };

/** Bytes that an index may have. */
const longestIndex = 96;
const serverErrors = 500;
const denials = 400;

/** The one place that writes either. docs/operating.md names each column. `isLogged` false: counted, without a line. */
export function recordWork(work: WorkLine, { log, metrics }: WorkSink, isLogged = true): void {
	if (isLogged) log.info(JSON.stringify(work));
	const { line, place, name, outcome, status = 0, reason = "", ms, account, jobs = 1 } = work;
	try {
		metrics?.writeDataPoint({
			indexes: [`${place} ${name}`.slice(0, longestIndex)],
			blobs: [line, place, name, outcome, reason, account ?? ""],
			doubles: [ms, status, jobs],
		});
	} catch (error) {
		// The work is done: it does not fail for not being counted.
		log.warn(JSON.stringify({ event: "not-counted", message: error instanceof Error ? error.name : "unknown" }));
	}
}

export function outcomeOf(status: number): WorkOutcome {
	if (status >= serverErrors) return "failed";
	return status >= denials ? "refused" : "ok";
}

/**
 * What devices and network servers send by the million. Only of these is a line left out: what was denied or failed
 * has one always, which sampling ahead of the request (`head_sampling_rate`) could not promise.
 */
export function isAcceptedUpload({ line, name, outcome }: Pick<WorkLine, "line" | "name" | "outcome">): boolean {
	return line === "request" && outcome === "ok" && name.startsWith("POST /api/ingest/");
}
