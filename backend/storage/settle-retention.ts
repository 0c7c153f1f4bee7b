import { type Said, said } from "../../shared/log/said";
import { addConfigEvents } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { recordFault } from "../base/event-log";
import type { NewId } from "../base/ids";
import type { ReadingStore } from "../base/reading-store";
import type { TurnQueue } from "../base/turn-queue";
import { applyRetention, listUnsettled, type ShorteningRow, saveShortenings } from "../db/retention-rows";
import { saidRetention, timeText } from "./retention-text";
import { settled } from "./shortening";

type Store = {
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: Pick<ReadingStore, "storedUpTo" | "hasReadings">;
	newId: NewId;
	now: number;
};

const settledTogether = 50;

type Settling = {
	/** Call after every write. Never throws. */
	look(): void;
};

/** Until it has run, reads use the former retention, so a failure removes nothing. */
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
			// Runs in the background: an upload must not wait for thousands of devices.
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
		// The change is stored. The next write settles it.
		recordFault(error, "account", { event: "retention-not-settled" });
		return "all";
	}
}

function settleAll(store: Store, unsettled: ReturnType<typeof listUnsettled>): void {
	const { db, invalidations, readingStore, now } = store;
	const decidedSeq = readingStore.storedUpTo();
	const applied: { id: string; days: number | null }[] = [];
	const waiting: (ShorteningRow & { text: Said })[] = [];
	for (const { id, retentionDays, keptDays, waiting: waitingNow } of unsettled) {
		const before = { kept: keptDays, waiting: waitingNow };
		const after = settled(before, { wanted: retentionDays, now, hasReadings: readingStore.hasReadings(id) });
		if (!after.waiting) {
			applied.push({ id, days: after.kept });
			continue;
		}
		const { days, dueAt } = after.waiting;
		const changed = { days: saidRetention(days), before: saidRetention(keptDays) };
		const text = said("retention.waiting", { ...changed, at: timeText(dueAt) });
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
	const events = waiting.map(({ deviceId, text }) => ({ deviceId, text }));
	addConfigEvents({ ...store, user: null }, events);
	invalidations.changed(
		"devices",
		unsettled.map(({ id }) => id),
	);
}
