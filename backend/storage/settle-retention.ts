import type { AccountDb, Hints } from "../base/context";
import { recordFault } from "../base/event-log";
import type { NewId } from "../base/ids";
import type { ReadingStore } from "../base/reading-store";
import { applyRetention, listUnsettled, saveShortening } from "../db/retention-rows";
import { addConfigEvents } from "../journal/log-events";
import { retentionText, timeText } from "./retention-text";
import { settled } from "./shortening";

type Store = {
	db: AccountDb;
	hints: Hints;
	readingStore: Pick<ReadingStore, "storedUpTo" | "hasReadings">;
	newId: NewId;
	now: number;
};

/**
 * The one place where a changed retention begins to apply, after every write, whatever made it: an edit, a group's
 * default, a membership, a merge, an undo. Until it has run reads go by the former one, so a failure removes nothing.
 */
export function settleRetention(store: Store): void {
	try {
		if (listUnsettled(store.db).length > 0) store.db.transaction(() => settleAll(store));
	} catch (error) {
		// The change itself is done: it is settled after the next one.
		recordFault(error, "account", { event: "retention-not-settled" });
	}
}

function settleAll({ db, hints, readingStore, newId, now }: Store): void {
	const decidedSeq = readingStore.storedUpTo();
	const said: { deviceId: string; text: string }[] = [];
	const concerned: string[] = [];
	for (const { id, retentionDays, keptDays, waiting } of listUnsettled(db)) {
		const before = { kept: keptDays, waiting };
		const hasReadings = readingStore.hasReadings(id);
		const after = settled(before, { wanted: retentionDays, now, hasReadings });
		concerned.push(id);
		if (!after.waiting) {
			applyRetention(db, id, after.kept);
			continue;
		}
		const { days, dueAt } = after.waiting;
		saveShortening(db, { deviceId: id, days, dueAt, decidedAt: now, decidedSeq });
		const kept = `Readings are kept for ${retentionText(days)} instead of ${retentionText(keptDays)}`;
		said.push({ deviceId: id, text: `${kept} from ${timeText(dueAt)} on. Until then none goes` });
	}
	addConfigEvents({ db, newId, now, hints, user: null }, said);
	hints.changed("devices", concerned);
}
