/** `refused`: the caller's fault. `retried`: will be retried. */
export type WorkOutcome = "ok" | "refused" | "failed" | "retried";

/** Log line and metric of a request or job. Contains no input and no response. */
export type WorkLine = {
	line: "request" | "job";
	place: "console" | "backend" | "account";
	/** Route of a request, never its URL, which may contain a token; or the kind of a job. */
	name: string;
	outcome: WorkOutcome;
	status?: number;
	reason?: string | undefined;
	/** Until the response began. The clock advances only with I/O. */
	ms: number;
	requestId?: string;
	account?: string | null;
	jobs?: number;
};

/** Analytics Engine's binding. Undefined: metrics are dropped, as in local runs. */
type Metrics = { writeDataPoint(point: { indexes: string[]; blobs: string[]; doubles: number[] }): void } | undefined;

export type WorkSink = { log: Record<"info" | "warn", (line: string) => void>; metrics: Metrics };

/** Bytes; a limit of Analytics Engine. */
const longestIndex = 96;
const serverErrors = 500;
const denials = 400;

/** The only writer of work lines and metrics, see docs/operating.md. `isLogged` false: only the metric. */
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
		// A failed metric must not fail the work.
		log.warn(JSON.stringify({ event: "not-counted", message: error instanceof Error ? error.name : "unknown" }));
	}
}

export function outcomeOf(status: number): WorkOutcome {
	if (status >= serverErrors) return "failed";
	return status >= denials ? "refused" : "ok";
}

/**
 * Accepted uploads come by the million, so only they may lack a log line. `head_sampling_rate` would drop errors too.
 */
export function isAcceptedUpload({ line, name, outcome }: Pick<WorkLine, "line" | "name" | "outcome">): boolean {
	return line === "request" && outcome === "ok" && name.startsWith("POST /api/ingest/");
}
