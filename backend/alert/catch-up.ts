import { dayMs } from "../../shared/base/durations";
import { appendAll } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import type { ReadBudget, ReadingStore } from "../base/reading-store";
import type { TurnQueue } from "../base/turn-queue";
import {
	type CatchUpRow,
	deleteCatchUp,
	findCatchUp,
	listDueCatchUps,
	listEventSpans,
	nextCatchUpAt,
} from "../db/alert-event-rows";
import { allCalibrations } from "../db/calibration-rows";
import { findDevice } from "../db/device-rows";
import { deviceSubject } from "../device/device-projection";
import { deviceRules, toEngineDevice } from "./device-rules";
import { createPastExcursions, type PastExcursions, reachOf, spanAround } from "./engine/past-excursions";
import { unpackState, usualIntervalMs } from "./engine/run-state";
import { totalsLeadMs } from "./engine/running-totals";
import type { EventChange } from "./engine/step-run";
import { queueChanges } from "./queue-alerts";
import { writeEventChanges } from "./write-events";

const spanMs = 7 * dayMs;
/** Takes about 10 ms of an object's thread. */
const evaluatedTogether = 5_000;
/** Units of `ReadBudget`, about as long. */
const sliceUnits = 40_000;
/** After this many changed rounds, the last one runs without yielding. */
const roundsInTurns = 3;

type Parts = {
	db: AccountDb;
	readingStore: ReadingStore;
	invalidations: Invalidations;
	turnQueue: Pick<TurnQueue, "next">;
};

/** Records past excursions of late readings; opens no event. Starts again if data or rules changed meanwhile. */
export function catchUpWork({ db, readingStore, invalidations, turnQueue }: Parts): Job {
	const find = (subject: string) => {
		const [deviceId = "", importId = ""] = subject.split(":");
		return findCatchUp(db, { deviceId, importId });
	};
	return {
		name: "alert catch-up",
		title: said("work.is.lateReadings"),
		describe: (subject) => deviceSubject(db, subject.split(":")[0] ?? subject),
		nextDueAt: () => nextCatchUpAt(db),
		due: (now, limit) => listDueCatchUps(db, now, limit).map(subjectOf),
		async run(subject, now) {
			let round = 0;
			for (let row = find(subject); row; row = find(subject)) {
				const known = row;
				const basis = basisOf(db, known);
				const nextTurn = round < roundsInTurns ? turnQueue.next : async () => {};
				round += 1;
				const found = await excursionsOf({ db, readingStore, nextTurn }, known, now);
				if (basisOf(db, find(subject)) !== basis) continue;
				db.transaction(() => {
					deleteCatchUp(db, known);
					addExcursions({ db, invalidations }, known, { found, now });
				});
				return;
			}
		},
	};
}

function subjectOf({ deviceId, importId }: CatchUpRow): string {
	return `${deviceId}:${importId}`;
}

function basisOf(db: AccountDb, row: CatchUpRow | null): string {
	const device = row && findDevice(db, row.deviceId);
	if (!device) return JSON.stringify(row);
	const { rules, channels } = deviceRules(db, device);
	const engineDevice = toEngineDevice(device, channels);
	const calibrations = channels.map(({ id }) => allCalibrations(db).get(id) ?? null);
	return JSON.stringify([row, engineDevice, [...rules.values()], calibrations]);
}

type Reading = Pick<Parts, "db" | "readingStore"> & { nextTurn: () => Promise<void> };

async function excursionsOf(
	{ db, readingStore, nextTurn }: Reading,
	row: CatchUpRow,
	now: number,
): Promise<EventChange[]> {
	const device = findDevice(db, row.deviceId);
	if (!device) return [];
	const newId = createNewId(now);
	const found: EventChange[] = [];
	const budget = budgetOf(nextTurn);
	const [kept] = readingStore.watched([row.deviceId]);
	const state = unpackState(kept?.watch ?? null, kept?.channelIds ?? []);
	const { watched } = deviceRules(db, device);
	for (const rule of watched) {
		const span = reachOf(rule, row);
		const around = spanAround(rule, span, usualIntervalMs(state, rule));
		if (!around) continue;
		const excursionsFrom = async (start: number, isOfTotals: boolean): Promise<PastExcursions> => {
			const channels = [{ deviceId: row.deviceId, channelId: rule.channelId ?? "" }];
			const excursions = createPastExcursions(rule, () => newId("alertEvent"), { isOfTotals });
			for (let from = start; from < around.to; from += spanMs) {
				const to = Math.min(from + spanMs, around.to);
				const [series] = await readingStore.readSeries({ channels, from, to, budget });
				for (let first = 0; series && first < series.at.length; first += evaluatedTogether) {
					const next = first + evaluatedTogether;
					const values = series.value.subarray(first, next);
					await nextTurn();
					excursions.add(
						Array.from(series.at.subarray(first, next), (at, index) => ({ at, value: values[index] ?? Number.NaN })),
						series.at[next] ?? to,
					);
				}
			}
			return excursions;
		};
		const first = await excursionsFrom(around.from, false);
		const excursions = first.lacksTotals() ? await excursionsFrom(around.from - totalsLeadMs, true) : first;
		const known = listEventSpans(db, {
			alertId: rule.ruleId,
			deviceId: device.id,
			channelId: rule.channelId,
			...around,
		});
		appendAll(found, excursions.unknownWithin(span, known));
	}
	return found;
}

function budgetOf(nextTurn: () => Promise<void>): ReadBudget {
	let left = sliceUnits;
	return {
		spent(units) {
			left -= units;
			if (left > 0) return null;
			left = sliceUnits;
			return nextTurn();
		},
	};
}

type Found = { found: EventChange[]; now: number };

function addExcursions(
	{ db, invalidations }: Pick<Parts, "db" | "invalidations">,
	{ deviceId, importId }: CatchUpRow,
	{ found, now }: Found,
): void {
	const device = findDevice(db, deviceId);
	if (!device) return;
	const { rules } = deviceRules(db, device);
	const origin = { importId: importId === "" ? null : importId, isPast: true, isBeforeMessages: false };
	writeEventChanges({ db, invalidations, now }, { deviceId, rowOf: ({ ruleId }) => rules.get(ruleId), origin }, found);
	queueChanges({ db, now }, found);
}
