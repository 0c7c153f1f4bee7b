import { addConfigEvents } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { recordFault } from "../base/event-log";
import type { NewId } from "../base/ids";
import type { ReadingStore } from "../base/reading-store";
import type { TurnQueue } from "../base/turn-queue";
import { applyRetention, listUnsettled, type ShorteningRow, saveShortenings } from "../db/retention-rows";
import { retentionText, timeText } from "./retention-text";
import { settled } from "./shortening";

type Store = {
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: Pick<ReadingStore, "storedUpTo" | "hasReadings">;
	newId: NewId;
	now: number;
};

/** Some twenty milliseconds of an object's thread where each waits and states it. */
const settledTogether = 50;

type Settling = {
	/** Call after every write. Never throws. */
	look(): void;
};

/**
 * The one place where a changed retention begins to apply, after every write, whatever made it: an edit, a group's
 * default, a membership, a merge, an undo. Until it has run reads go by the former one, so a failure removes nothing, and
 * of many devices each may come in a turn of its own. `settled`: all of them are, for whatever is due then.
 */
export function createSettling(
	turnQueue: Pick<TurnQueue, "next">,
	storeNow: () => Store,
	settled: () => Promise<void>,
): Settling {
	let isGoingOn = false;

	async function goOn(): Promise<void> {
		isGoingOn = true;
		try {
			do await turnQueue.next();
			while (settleFirst(storeNow()) === "more");
		} finally {
			isGoingOn = false;
		}
		await settled();
	}

	return {
		look() {
			// No one waits for it: an upload that found what an ended object left would wait for thousands.
			if (!isGoingOn && settleFirst(storeNow()) === "more") void goOn();
		},
	};
}

function settleFirst(store: Store): "more" | "all" {
	try {
		const found = listUnsettled(store.db, settledTogether + 1);
		if (found.length > 0) store.db.transaction(() => settleAll(store, found.slice(0, settledTogether)));
		return found.length > settledTogether ? "more" : "all";
	} catch (error) {
		// The change itself is done: it is settled after the next one.
		recordFault(error, "account", { event: "retention-not-settled" });
		return "all";
	}
}

function settleAll(store: Store, unsettled: ReturnType<typeof listUnsettled>): void {
	const { db, invalidations, readingStore, now } = store;
	const decidedSeq = readingStore.storedUpTo();
	const applied: { id: string; days: number | null }[] = [];
	const waiting: (ShorteningRow & { text: string })[] = [];
	for (const { id, retentionDays, keptDays, waiting: waitingNow } of unsettled) {
		const before = { kept: keptDays, waiting: waitingNow };
		const after = settled(before, { wanted: retentionDays, now, hasReadings: readingStore.hasReadings(id) });
		if (!after.waiting) {
			applied.push({ id, days: after.kept });
			continue;
		}
		const { days, dueAt } = after.waiting;
		const kept = `Readings are kept for ${retentionText(days)} instead of ${retentionText(keptDays)}`;
		const text = `${kept} from ${timeText(dueAt)} on. Until then none goes`;
		waiting.push({ deviceId: id, days, dueAt, decidedAt: now, decidedSeq, text });
	}
	for (const [days, alike] of Map.groupBy(applied, (one) => one.days)) {
		applyRetention(
			db,
			alike.map(({ id }) => id),
			days,
		);
	}
	saveShortenings(
		db,
		waiting.map(({ text: _, ...row }) => row),
	);
	const said = waiting.map(({ deviceId, text }) => ({ deviceId, text }));
	addConfigEvents({ ...store, user: null }, said);
	invalidations.changed(
		"devices",
		unsettled.map(({ id }) => id),
	);
}
