import type { AccountDb } from "../context";
import { createNewId } from "../ids";
import type { Hints } from "../live/hints";
import { insertLogEvent } from "../log/log-event-rows";
import { attemptsBeforeSetAside } from "./failed-jobs";
import { jobName, jobWords } from "./work-words";

/** Says in the log that a job is given up but for one attempt a day. `now` is epoch ms. */
export function logSetAside(
	{ db, hints, now }: { db: AccountDb; hints: Hints; now: number },
	job: { work: string; subject: string },
): void {
	const words = jobWords(db, job);
	const { deviceId } = words;
	insertLogEvent(db, {
		id: createNewId(now)("logEntry"),
		deviceId,
		at: now,
		kind: "system",
		level: "error",
		text: `${jobName(words)} failed ${attemptsBeforeSetAside} times and was set aside: it is tried again every day`,
		author: null,
	});
	hints.changed("log", deviceId === null ? "all" : [deviceId]);
}
