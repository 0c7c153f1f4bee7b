import type { AccountDb, Hints } from "../base/context";
import type { DueWork } from "../base/due-work";
import { createNewId } from "../base/ids";
import type { LogStore } from "../base/log-store";
import { type CatchUpRow, deleteCatchUp, hasEventBetween, listCatchUps } from "../db/alert-event-rows";
import { findDevice } from "../db/device-rows";
import { deviceSubject } from "../device/device-view";
import { deviceRules } from "./device-rules";
import { evaluateUpload } from "./engine/evaluate-upload";
import type { Sample } from "./engine/observe";
import { newState } from "./engine/run-state";
import type { EventChange } from "./engine/step-run";
import type { Watched } from "./engine/watched-rule";
import { oweChanges } from "./owe-alerts";
import { writeEventChanges } from "./write-events";

const dayMs = 24 * 60 * 60 * 1000;
/** Read at once: a file may hold years. */
const spanMs = 31 * dayMs;

type Parts = { db: AccountDb; log: LogStore; hints: Hints };

/** Evaluates readings that came behind newer ones, and those of files: they add past excursions and open nothing. */
export function catchUpWork({ db, log, hints }: Parts): DueWork {
	const find = (subject: string) => listCatchUps(db).find((row) => subjectOf(row) === subject);
	return {
		name: "alert catch-up",
		title: "Evaluating late readings",
		describe: (subject) => deviceSubject(db, subject.split(":")[0] ?? subject),
		nextDueAt: () => listCatchUps(db)[0]?.dueAt ?? null,
		due: (now, limit) =>
			listCatchUps(db)
				.filter(({ dueAt }) => dueAt <= now)
				.slice(0, limit)
				.map(subjectOf),
		async run(subject, now) {
			for (let row = find(subject); row; row = find(subject)) {
				const known = row;
				const found = await excursionsOf({ db, log, hints }, known, now);
				const isSame = isSameSpan(known, find(subject));
				// More came meanwhile: its span is read anew.
				if (!isSame) continue;
				db.transaction(() => {
					deleteCatchUp(db, known);
					addExcursions({ db, log, hints }, known, { found, now });
				});
				return;
			}
		},
	};
}

function subjectOf({ deviceId, importId }: CatchUpRow): string {
	return `${deviceId}:${importId}`;
}

function isSameSpan(one: CatchUpRow, other: CatchUpRow | undefined): boolean {
	return one.from === other?.from && one.to === other.to;
}

async function excursionsOf({ db, log }: Parts, row: CatchUpRow, now: number): Promise<EventChange[]> {
	const device = findDevice(db, row.deviceId);
	if (!device) return [];
	const newId = createNewId(now);
	const found: EventChange[] = [];
	for (const rule of deviceRules(db, device).watched) {
		if (rule.channelId === null || !("lookbackMs" in rule.observed)) continue;
		const around = Math.max(rule.forMs, rule.clearForMs, rule.observed.lookbackMs, rule.gapMs) + dayMs;
		const span = { deviceId: row.deviceId, from: row.from - around, to: row.to + around };
		const changes = await evaluateSpan(log, rule, { ...span, newEventId: () => newId("alertEvent") });
		found.push(...changes.filter(({ event }) => isWithin(event, row)));
	}
	return found;
}

function isWithin({ startedAt, endedAt }: EventChange["event"], { from, to }: CatchUpRow): boolean {
	return endedAt !== null && startedAt <= to && endedAt >= from;
}

type RuleSpan = { deviceId: string; from: number; to: number; newEventId: () => string };

async function evaluateSpan(log: LogStore, rule: Watched, { deviceId, from, to, newEventId }: RuleSpan) {
	const channelId = rule.channelId ?? "";
	const changes = new Map<string, EventChange>();
	let state = newState();
	let before: Sample[] = [];
	for (let start = from; start < to; start += spanMs) {
		const span = { from: start, to: Math.min(start + spanMs, to) };
		const [series] = await log.readSeries({ channels: [{ deviceId, channelId }], ...span });
		const samples = Array.from(series?.at ?? [], (at, place) => ({ at, value: series?.value[place] ?? Number.NaN }));
		const known = before;
		const history = (_: string, since: number, until: number) => known.filter(({ at }) => at >= since && at < until);
		const upload = { receivedAt: span.to, channels: new Map([[channelId, samples]]) };
		const evaluation = evaluateUpload({ watched: [rule], history, newEventId }, state, upload);
		state = evaluation.state;
		for (const change of evaluation.changes) {
			// One that went over a cut is new all the same.
			changes.set(change.event.id, { ...change, isNew: true });
		}
		if (samples.length > 0) before = samples;
	}
	return [...changes.values()];
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
	oweChanges({ db, now }, unknown);
}
