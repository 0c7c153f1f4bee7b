import { dayMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountDb } from "../base/context";
import { firstIdAt } from "../base/ids";
import { doneTogether, type Job } from "../base/job";
import { evidenceInRowsMs, isEvidenceArchived } from "../db/evidence-rows";
import { deleteMessagesBefore, oldestMessageAt } from "../db/message-rows";
import { forgetStorms } from "../db/storm-rows";

const everyMs = dayMs;
const messagesPerRun = 500;

/** Deletes messages after 400 days that no archive takes. A subject is a day: older messages are deleted. */
export function oldMessagesWork(db: AccountDb): Job {
	const dueAt = () => {
		if (isEvidenceArchived(db)) return null;
		const oldest = oldestMessageAt(db);
		return oldest === null ? null : oldest + evidenceInRowsMs + everyMs;
	};
	return {
		name: "old messages",
		title: said("work.is.oldMessages"),
		...doneTogether(dueAt, everyMs),
		run: async (_, now) => {
			forgetStorms(db, now - everyMs);
			if (isEvidenceArchived(db)) return;
			const beforeId = firstIdAt("message", now - evidenceInRowsMs);
			while (deleteMessagesBefore(db, { beforeId, limit: messagesPerRun }) === messagesPerRun) await scheduler.wait(0);
		},
	};
}
