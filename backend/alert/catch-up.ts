import { dayMs } from "../../shared/base/durations";
import type { AccountDb, Hints } from "../base/context";
import type { DueWork } from "../base/due-work";
import { createNewId } from "../base/ids";
import type { ReadingStore } from "../base/reading-store";
import {
	type CatchUpRow,
	deleteCatchUp,
	findCatchUp,
	hasEventBetween,
	listDueCatchUps,
	nextCatchUpAt,
} from "../db/alert-event-rows";
import { findDevice } from "../db/device-rows";
import { deviceSubject } from "../device/device-projection";
import { deviceRules } from "./device-rules";
import { createPastExcursions, spanAround } from "./engine/past-excursions";
import { unpackState, usualIntervalMs } from "./engine/run-state";
import type { EventChange } from "./engine/step-run";
import { queueChanges } from "./queue-alerts";
import { writeEventChanges } from "./write-events";

/** Read at once: a file may hold years. */
const spanMs = 31 * dayMs;

type Parts = { db: AccountDb; readingStore: ReadingStore; hints: Hints };

/** Evaluates readings that came behind newer ones, and those of files: they add past excursions and open nothing. */
export function catchUpWork({ db, readingStore, hints }: Parts): DueWork {
	const find = (subject: string) => {
		const [deviceId = "", importId = ""] = subject.split(":");
		return findCatchUp(db, { deviceId, importId });
	};
	return {
		name: "alert catch-up",
		title: "Evaluating late readings",
		describe: (subject) => deviceSubject(db, subject.split(":")[0] ?? subject),
		nextDueAt: () => nextCatchUpAt(db),
		due: (now, limit) => listDueCatchUps(db, now, limit).map(subjectOf),
		async run(subject, now) {
			for (let row = find(subject); row; row = find(subject)) {
				const known = row;
				const found = await excursionsOf({ db, readingStore, hints }, known, now);
				const isSame = isSameSpan(known, find(subject));
				// More came meanwhile: its span is read anew.
				if (!isSame) continue;
				db.transaction(() => {
					deleteCatchUp(db, known);
					addExcursions({ db, readingStore, hints }, known, { found, now });
				});
				return;
			}
		},
	};
}

function subjectOf({ deviceId, importId }: CatchUpRow): string {
	return `${deviceId}:${importId}`;
}

function isSameSpan(one: CatchUpRow, other: CatchUpRow | null): boolean {
	return one.from === other?.from && one.to === other.to;
}

async function excursionsOf({ db, readingStore }: Parts, row: CatchUpRow, now: number): Promise<EventChange[]> {
	const device = findDevice(db, row.deviceId);
	if (!device) return [];
	const newId = createNewId(now);
	const found: EventChange[] = [];
	const [kept] = readingStore.watched([row.deviceId]);
	const state = unpackState(kept?.watch ?? null, kept?.channelIds ?? []);
	for (const rule of deviceRules(db, device).watched) {
		const around = spanAround(rule, row, usualIntervalMs(state, rule));
		if (!around) continue;
		const channels = [{ deviceId: row.deviceId, channelId: rule.channelId ?? "" }];
		const excursions = createPastExcursions(rule, () => newId("alertEvent"));
		for (let from = around.from; from < around.to; from += spanMs) {
			const to = Math.min(from + spanMs, around.to);
			const [series] = await readingStore.readSeries({ channels, from, to });
			const value = (index: number) => series?.value[index] ?? Number.NaN;
			excursions.add(
				Array.from(series?.at ?? [], (at, index) => ({ at, value: value(index) })),
				to,
			);
		}
		found.push(...excursions.within(row));
	}
	return found;
}

type Found = { found: EventChange[]; now: number };

function addExcursions({ db, hints }: Parts, { deviceId, importId }: CatchUpRow, { found, now }: Found): void {
	const device = findDevice(db, deviceId);
	if (!device) return;
	const { rules } = deviceRules(db, device);
	const unknown = found.filter(({ event: { ruleId, channelId, startedAt, endedAt } }) => {
		return !hasEventBetween(db, { alertId: ruleId, deviceId, channelId, from: startedAt, to: endedAt ?? startedAt });
	});
	const origin = { importId: importId === "" ? null : importId, isPast: true, isBeforeMessages: false };
	writeEventChanges({ db, hints, now }, { deviceId, rules, origin }, unknown);
	queueChanges({ db, now }, unknown);
}
