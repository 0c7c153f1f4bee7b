import { dayMs } from "../../shared/durations";
import type { AccountDb } from "../base/context";
import { type DueWork, doneTogether } from "../base/due-work";
import { encodeBase32 } from "../base/ids";
import { deleteMessagesBefore, oldestMessageAt } from "../db/message-rows";

/** Messages and their notices are deleted later than this after their creation. */
export const keptMs = 400 * dayMs;
/** Not for each message as its day comes. */
const everyMs = dayMs;
const messagesPerRun = 500;

/** Takes messages out of the log after 400 days. A subject is the day before which they were created. */
export function oldMessagesWork(db: AccountDb): DueWork {
	const dueAt = () => {
		const oldest = oldestMessageAt(db);
		return oldest === null ? null : oldest + keptMs + everyMs;
	};
	return {
		name: "old messages",
		title: "Deletion of old messages",
		...doneTogether(dueAt, everyMs),
		run: async (_, now) => {
			const beforeId = firstIdAt(now - keptMs);
			while (deleteMessagesBefore(db, { beforeId, limit: messagesPerRun }) === messagesPerRun) await scheduler.wait(0);
		},
	};
}

/** Ids begin with the time of their creation. */
function firstIdAt(at: number): string {
	const bytes = new Uint8Array(16);
	const time = new DataView(bytes.buffer);
	time.setUint16(0, Math.floor(at / 2 ** 32));
	time.setUint32(2, at % 2 ** 32);
	return `msg_${encodeBase32(bytes)}`;
}
