import { severityRank } from "../../shared/alert/conditions/terms";
import { largestOf } from "../../shared/base/lists";
import type { AccountDb } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import { type AlertEventRow, listOpenEvents } from "../db/alert-event-rows";
import type { AlertRow } from "../db/alert-rows";
import { listChannels } from "../db/channel-rows";
import { findDevices } from "../db/device-rows";
import { watchedBy } from "./device-rules";
import { isMeasured, lookbackOf, type Sample } from "./engine/observe";
import { type EngineState, type Run, usualIntervalMs } from "./engine/run-state";
import type { Watched } from "./engine/watched-rule";

/** Readings by event id, in order of time, up to the channel's last one. */
export type LastReadings = ReadonlyMap<string, readonly Sample[]>;

type Parts = { db: AccountDb; readingStore: Pick<ReadingStore, "latest" | "readSeries"> };

/** Call before the transaction of a change. `row`: the changed rule. */
export async function lastReadings({ db, readingStore }: Parts, row: AlertRow): Promise<LastReadings> {
	const found = new Map<string, readonly Sample[]>();
	const events = listOpenEvents(db).filter(({ alertId }) => alertId === row.id);
	const ids = [...new Set(events.flatMap(({ deviceId }) => deviceId ?? []))];
	const latest = ids.length === 0 ? new Map() : await readingStore.latest(ids);
	const devices = new Map(findDevices(db, ids).map((device) => [device.id, device]));
	for (const { id, deviceId, channelId } of events) {
		const device = devices.get(deviceId ?? "");
		const last: Sample | undefined = latest.get(deviceId ?? "")?.values.get(channelId ?? "");
		if (!device || channelId === null || !last) continue;
		const watched = watchedBy(db, row, { device, channels: listChannels(db, [device.id]) });
		const backMs = Math.max(0, largestOf(watched.filter((one) => one.channelId === channelId).map(lookbackMsOf)));
		found.set(id, [last]);
		if (backMs === 0) continue;
		const span = { channels: [{ deviceId: device.id, channelId }], from: last.at - backMs, to: last.at + 1 };
		const [series] = await readingStore.readSeries(span);
		const value = (index: number) => series?.value[index] ?? Number.NaN;
		found.set(
			id,
			Array.from(series?.at ?? [], (at, index) => ({ at, value: value(index) })),
		);
	}
	return found;
}

const lookbackMsOf = ({ observed }: Watched) => lookbackOf(observed);

export type LastObservation = { at: number; observed: number };

export type OpenRun = {
	event: AlertEventRow;
	run: Run;
	state: EngineState;
	lastReceivedAt: number | null;
	readings: LastReadings;
	now: number;
};

export type Compared = {
	watched: Watched;
	observation: LastObservation | null;
	isSameObserved: boolean;
	isConfirmed: boolean;
};

/** Compares the changed rule with the last reading. `before` is null if its condition is unchanged. */
export function compareLast(watched: Watched, before: Watched | null, open: OpenRun): Compared {
	if (before === null) return { watched, observation: null, isSameObserved: true, isConfirmed: true };
	const isSameObserved = before.observed === watched.observed;
	const isWrongClock = open.event.isClockWrong && isSameObserved && open.run.hits !== null;
	// Times are those of receipt, so the newest stored reading does not help.
	const observation = isWrongClock && open.run.hits ? lastHit(open.run.hits) : lastObservation(watched, open);
	return {
		watched,
		observation,
		isSameObserved,
		isConfirmed: observation !== null && isConfirmed(watched, observation.observed),
	};
}

function isConfirmed({ observed, levels }: Watched, seen: number): boolean {
	if (observed.of === "silence") return seen * 1000 >= observed.afterMs;
	return levels.some(({ isTrue }) => isTrue(seen));
}

function lastHit({ lastAt, lastValue }: NonNullable<Run["hits"]>): LastObservation {
	return { at: lastAt, observed: lastValue };
}

function lastObservation(
	watched: Watched,
	{ event, run, state, lastReceivedAt, readings, now }: OpenRun,
): LastObservation | null {
	const { observed, channelId } = watched;
	if (observed.of === "silence") {
		const seenAt =
			channelId === null ? lastReceivedAt : (state.lastSeenAt.get(channelId) ?? run.hits?.startedAt ?? null);
		return seenAt === null ? null : { at: now, observed: (now - seenAt) / 1000 };
	}
	if (observed.of === "clock") return run.hits?.lastAt === lastReceivedAt && run.hits ? lastHit(run.hits) : null;
	const samples = (readings.get(event.id) ?? []).filter(isMeasured);
	const last = samples.at(-1);
	if (!last) return null;
	const trend = { samples, place: samples.length - 1, usualMs: usualIntervalMs(state, watched) };
	const seen = observed.see(trend, run);
	return seen === null ? null : { at: last.at, observed: seen };
}

export function carryOver(run: Run, { watched, observation, isSameObserved }: Compared): void {
	const { hits, event } = run;
	if (!hits || !event) return;
	run.version = watched.version;
	if (observation) {
		const { at, observed } = observation;
		const isTrue = (level: Watched["levels"][number]) => level.isTrue(observed);
		run.levels = watched.levels.map((level) => ({ phase: isTrue(level) ? "active" : "ok", since: hits.startedAt }));
		const isWorse = !isSameObserved || watched.excess(observed) > watched.excess(hits.peak);
		const isLater = !isSameObserved || at > hits.lastAt;
		run.hits = {
			...hits,
			...(isWorse && { peak: observed, peakAt: at }),
			...(isLater && { lastAt: at, lastValue: observed }),
		};
	}
	const worst = run.levels.findLastIndex(({ phase }) => phase === "active" || phase === "recovering");
	const severity = watched.levels[worst]?.severity ?? event.severity;
	const isWorst = severityRank[severity] > severityRank[event.worstSeverity];
	run.event = { ...event, severity, ...(isWorst && { worstSeverity: severity }) };
}
