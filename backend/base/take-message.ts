import { isUpdateUnderWay } from "./errors";
import { type LogLine, recordFault } from "./event-log";
import { recordJob } from "./work-lines";

const retrySeconds = 10;
/** During a release. An object hands over again if no consumer claims. */
const updateRetrySeconds = 60;

export type Taken<Body> = Pick<Message<Body>, "body" | "ack" | "retry">;
type TakenWork = { name: string; work: () => Promise<void>; faultOf: (error: unknown) => LogLine };

/** Does the work of one message of a queue. A failure sends the message again. */
export async function takeMessage(
	message: Taken<{ accountId: string }>,
	{ name, work, faultOf }: TakenWork,
): Promise<void> {
	const job = { place: "backend", name, accountId: message.body.accountId, startedAt: Date.now() } as const;
	try {
		await work();
		message.ack();
		recordJob({ ...job, outcome: "ok" });
	} catch (error) {
		recordJob({ ...job, outcome: "retried" });
		if (isUpdateUnderWay(error)) return message.retry({ delaySeconds: updateRetrySeconds });
		recordFault(error, "backend", faultOf(error));
		message.retry({ delaySeconds: retrySeconds });
	}
}

/** Waits between attempts. Throws what the last attempt throws. */
export async function withRetries<Result>(waitsMs: readonly number[], act: () => Promise<Result>): Promise<Result> {
	for (const waitMs of waitsMs) {
		try {
			return await act();
		} catch {
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		}
	}
	return act();
}
