import { isSilence } from "../../shared/alert/conditions/no-data";
import { serverLimits } from "../../shared/base/limits";
import { largestOf } from "../../shared/base/lists";
import { addTo } from "../../shared/base/multi-map";
import { tolerableAheadMs } from "../../shared/device/clock-drift";
import { channelIdOf, isDoubtfulId } from "../../shared/log/reading-marks";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import { createDeadlineHeap } from "../base/deadline-heap";
import { createNewId, type NewId } from "../base/ids";
import { type Job, overdueAt } from "../base/job";
import type { EvaluateTaken, ReadingStore, TakenReadings, WatchedDevice } from "../base/reading-store";
import type { TurnQueue } from "../base/turn-queue";
import { addCatchUp, hasEventsSince, listOpenEvents, updateAlertEvent } from "../db/alert-event-rows";
import { hasRules, hasSilenceOfGroups } from "../db/alert-rows";
import { type ChannelRow, listChannels } from "../db/channel-rows";
import { type DeviceRow, findDevices, listCurrentIds, listWatchFacts } from "../db/device-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { groupIdsOf } from "../db/membership-rows";
import { deviceSubject } from "../device/device-projection";
import { lostAssignmentsWork } from "./assign-events";
import { catchUpWork } from "./catch-up";
import { deviceRules, plainSilenceMs, silenceOf, silenceRules, type WatchedFacts } from "./device-rules";
import { lateAlarmMs, nextDeadline, passDeadlines } from "./engine/deadlines";
import { evaluateUpload } from "./engine/evaluate-upload";
import type { Sample } from "./engine/observe";
import { gatherMs } from "./engine/past-excursions";
import {
	type EngineEvent,
	type EngineState,
	isCalm,
	isOpen,
	newState,
	packState,
	unpackState,
} from "./engine/run-state";
import { faultDeadlines } from "./engine/sensor-faults";
import type { EventChange } from "./engine/step-run";
import { boundedEvents } from "./engine/upload-events";
import type { Watched } from "./engine/watched-rule";
import { faultRules, noFaults } from "./fault-rules";
import { followUpWork } from "./follow-ups";
import { finishSilences, joinSilences } from "./mass-silence";
import { recordMeasured } from "./measured-intervals";
import { queueChanges } from "./queue-alerts";
import { reconcileEvents } from "./reconcile-events";
import { noteChangedSources } from "./reread-events";
import { ruleFaultsWork } from "./rule-faults";
import { type EventOrigin, invalidateEvent, liveOrigin, writeEventChanges } from "./write-events";

type Parts = {
	db: AccountDb;
	readingStore: ReadingStore;
	invalidations: Invalidations;
	turnQueue: Pick<TurnQueue, "next">;
};

/** Takes about 10 ms of an object's thread. */
const reloadedTogether = 500;

const lateSourceText = "A late reading of a source changed earlier values. The event goes on.";

type Passing = { now: number; newId: NewId };

export type AlertWatch = {
	/** Call in the transaction that stores an upload. `isBeforeMessages`: past events that notify no one. */
	evaluator(device: DeviceRow, upload: { isBeforeMessages: boolean }): EvaluateTaken;
	/** Call after a change of groups or devices. `now` is epoch ms. */
	fleetChanged(now: number, deviceIds: readonly string[] | "all"): Promise<void>;
	loadAnew(): void;
	works: Job[];
};

/** Deadlines are in memory and computed again at a start. */
export function createAlertWatch({ db, readingStore, invalidations, turnQueue }: Parts): AlertWatch {
	const deadlines = createDeadlineHeap({ standstillMs: lateAlarmMs });
	let isLoaded = false;
	/** The reload after a change failed: the alarm repeats it. */
	let mustLoad = false;

	function keepDeadline(
		device: WatchedFacts,
		state: EngineState,
		facts: { watched: Watched[]; lastReceivedAt: number },
	) {
		deadlines.set(device.id, nextDeadline(state, silenceOf(device, facts)));
	}

	function evaluate(device: DeviceRow, taken: TakenReadings, origin: EventOrigin): string | null {
		const found = deviceRules(db, device);
		const { watched, rules } = found;
		const faults = faultRules(found);
		const { receivedAt, receivedBefore, channelIds } = taken;
		const newId = createNewId(receivedAt);
		const before = stateBefore(taken, watched);
		if (before.hasLostRuns)
			reconcileEvents({ db, readingStore, invalidations, now: receivedAt }, { deviceIds: [device.id] });
		const newEventId = () => newId("alertEvent");
		const parts = { watched, history: taken.history, newEventId, faultRuleOf: faults.ruleOf };
		const derived = derivedSamples(taken, watched, before);
		const { state, behind, ...evaluated } = evaluateUpload(parts, before, {
			receivedAt,
			...samplesOf(taken),
			derived,
			// Past readings arrive at once, so their receipts give no upload interval.
			receivedBefore: origin.isBeforeMessages ? null : receivedBefore,
		});
		const changes = isFullMonth(device.id, evaluated.changes, receivedAt)
			? boundedEvents(watched, evaluated.changes, 0)
			: evaluated.changes;
		const store = { db, invalidations, now: receivedAt };
		const joined = changes.length === 0 ? noEvents : partsOf(db, device.id);
		const rowOf = ({ ruleId, channelId }: EngineEvent) => faults.rowOf(ruleId, channelId) ?? rules.get(ruleId);
		const toNotify = writeEventChanges(store, { deviceId: device.id, rowOf, origin }, changes);
		if (before.isStale) markStale(device.id, null);
		finishSilences(store, joined);
		queueChanges(store, toNotify);
		for (const [channelId, samples] of derived) {
			const until = largestOf(samples.map(({ at }) => at).filter((at) => at <= (before.frontiers.get(channelId) ?? 0)));
			if (Number.isFinite(until))
				noteChangedSources(store, [channelId], { deviceId: device.id, until, text: lateSourceText });
		}
		if (behind && watched.length > 0)
			addCatchUp(db, { deviceId: device.id, importId: "", ...behind, dueAt: receivedAt + gatherMs });
		recordMeasured(db, device, { state, now: receivedAt });
		keepDeadline(device, state, { watched, lastReceivedAt: receivedAt });
		return packState(state, channelIds);
	}

	function isFullMonth(deviceId: string, changes: readonly EventChange[], now: number): boolean {
		if (!changes.some(({ isNew, kind }) => isNew && kind === "ended")) return false;
		const since = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth());
		return hasEventsSince(db, { deviceId, since, count: serverLimits.eventsPerDeviceMonth });
	}

	function markStale(deviceId: string, since: number | null): void {
		for (const event of listOpenEvents(db, deviceId)) {
			if (isSilence(event.condition)) continue;
			updateAlertEvent(db, event.id, { staleSince: since });
		}
		invalidateEvent({ invalidations }, deviceId);
	}

	/** Uses one transaction for all devices, because the commit costs most. */
	function passDevices(deviceIds: readonly string[], now: number): void {
		const newId = createNewId(now);
		const devices = new Map(findDevices(db, [...deviceIds]).map((device) => [device.id, device]));
		const kept = readingStore.watched([...deviceIds]).filter(({ deviceId }) => devices.has(deviceId));
		const passed = db.transaction(() => {
			const all = kept.flatMap((facts) => {
				const device = devices.get(facts.deviceId);
				return device ? (passDevice(device, facts, { now, newId }) ?? []) : [];
			});
			joinSilences(
				{ db, invalidations, now, newId },
				all.flatMap(({ silences }) => silences),
			);
			for (const { changes } of all) queueChanges({ db, now }, changes);
			// Last, because the store caches these rows in memory.
			for (const { device, watch } of all) if (watch !== null) readingStore.keepWatch(device.id, watch);
			return all;
		});
		const known = new Map(passed.map((one) => [one.device.id, one.nextAt]));
		for (const deviceId of deviceIds) deadlines.set(deviceId, known.get(deviceId) ?? null);
	}

	function passDevice(
		device: DeviceRow,
		{ lastReceivedAt, channelIds, watch }: WatchedDevice,
		{ now, newId }: Passing,
	) {
		if (lastReceivedAt === null) return null;
		const groupIds = groupIdsByDevice(db, device.id).get(device.id) ?? [];
		const channelsOf = (deviceId: string) => listChannels(db, [deviceId]);
		const { watched, rules } = silenceRules(db, device, { groupIds, channelsOf, isForNext: false });
		const before = unpackState(watch, channelIds);
		const faults = hasFaultDeadline(before) ? faultRules(deviceRules(db, device)) : noFaults;
		const silence = { ...silenceOf(device, { watched, lastReceivedAt }), faultRuleOf: faults.ruleOf };
		const foundAt = deadlines.foundAt(device.id) ?? now;
		const passed = passDeadlines(before, silence, { now, foundAt, newEventId: () => newId("alertEvent") });
		const { state, changes, isNewlyStale } = passed;
		const rowOf = ({ ruleId, channelId }: EngineEvent) => faults.rowOf(ruleId, channelId) ?? rules.get(ruleId);
		writeEventChanges({ db, invalidations, now }, { deviceId: device.id, rowOf, origin: liveOrigin }, changes);
		if (isNewlyStale) markStale(device.id, lastReceivedAt);
		const isChanged = changes.length > 0 || isNewlyStale || state.silentFrom !== before.silentFrom;
		const nextAt = nextDeadline(state, silence);
		// Only silence of whole devices counts towards mass silence.
		const whole = changes.filter(({ event }) => event.channelId === null);
		const silences = whole.map(({ event: { id, ruleId, firedAt } }) => {
			return { id, alertId: ruleId, deviceId: device.id, firedAt };
		});
		return { device, silences, changes, nextAt, watch: isChanged ? packState(state, channelIds) : null };
	}

	async function reload(now: number, deviceIds: readonly string[] | "all"): Promise<void> {
		if (!hasRules(db) && listOpenEvents(db).length === 0) return deadlines.clear();
		if (deviceIds !== "all") return reloadThese(deviceIds, now);
		const withEvents = listOpenEvents(db).flatMap(({ deviceId }) => deviceId ?? []);
		const ids = new Set([...listCurrentIds(db), ...withEvents]);
		await reloadThese([...ids], now);
		deadlines.keepOnly(new Set(listCurrentIds(db)));
	}

	/** Uploads between two slices are safe: they evaluate against what is stored. */
	async function reloadThese(ids: readonly string[], now: number): Promise<void> {
		for (let from = 0; from < ids.length; from += reloadedTogether) {
			if (from > 0) await turnQueue.next();
			const part = ids.slice(from, from + reloadedTogether);
			db.transaction(() => reconcileEvents({ db, readingStore, invalidations, now }, { deviceIds: part }));
			loadDeadlines(part);
		}
	}

	function loadDeadlines(ids: string[]): void {
		const devices = new Map(listWatchFacts(db, ids).map((device) => [device.id, device]));
		const groupIds = hasSilenceOfGroups(db) ? groupIdsOf(db, ids) : new Map<string, string[]>();
		let channels: Map<string, ChannelRow[]> | null = null;
		const channelsOf = (deviceId: string) => {
			channels ??= Map.groupBy(listChannels(db, ids), (channel) => channel.deviceId);
			return channels.get(deviceId) ?? [];
		};
		const known = new Map(readingStore.watched(ids).map((kept) => [kept.deviceId, kept]));
		for (const id of ids) {
			const device = devices.get(id);
			const kept = known.get(id);
			if (!device || !kept || kept.lastReceivedAt === null) {
				deadlines.set(id, null);
				continue;
			}
			const own = groupIds.get(id) ?? noGroups;
			const afterMs = isCalm(kept.watch) ? plainSilenceMs(db, device, own) : undefined;
			if (afterMs !== undefined) {
				deadlines.set(id, afterMs === null ? null : kept.lastReceivedAt + afterMs);
				continue;
			}
			const state = unpackState(kept.watch, kept.channelIds);
			const { watched } = silenceRules(db, device, {
				groupIds: own,
				channelsOf,
				// With an open event, each rule's deadline counts, not only the first.
				isForNext: !state.runs.some(isOpen),
			});
			keepDeadline(device, state, { watched, lastReceivedAt: kept.lastReceivedAt });
		}
	}

	const deadlineWork: Job = {
		name: "alert deadlines",
		title: said("work.is.watchingSilence"),
		isUrgent: true,
		describe: (subject) => deviceSubject(db, subject),
		async load() {
			if (isLoaded) return;
			await reload(Date.now(), "all");
			[isLoaded, mustLoad] = [true, false];
		},
		nextDueAt: () => (mustLoad ? overdueAt : deadlines.nextAt()),
		due: deadlines.due,
		run: async (deviceId, now) => passDevices([deviceId], now),
		runTogether: async (deviceIds, now) => passDevices(deviceIds, now),
	};

	return {
		evaluator: (device, { isBeforeMessages }) => {
			return (taken) => evaluate(device, taken, { ...liveOrigin, isBeforeMessages });
		},
		fleetChanged: reload,
		loadAnew() {
			isLoaded = false;
			mustLoad = true;
		},
		works: [
			ruleFaultsWork({ db, invalidations }),
			deadlineWork,
			lostAssignmentsWork({ db, invalidations }),
			followUpWork({ db, readingStore, invalidations }),
			catchUpWork({ db, readingStore, invalidations, turnQueue }),
		],
	};
}

function hasFaultDeadline(state: EngineState): boolean {
	return faultDeadlines(state).length > 0;
}

const noGroups: readonly string[] = [];

const noEvents: ReadonlySet<string> = new Set();

function partsOf(db: AccountDb, deviceId: string): ReadonlySet<string> {
	return new Set(listOpenEvents(db, deviceId).flatMap(({ partOf }) => partOf ?? []));
}

/** A device without state was not watched: readings until then are not evaluated. */
function stateBefore(taken: TakenReadings, watched: readonly Watched[]): EngineState {
	const { watch, channelIds, receivedBefore, newestBefore } = taken;
	if (watch !== null) return unpackState(watch, channelIds);
	const state = newState();
	const latestAt = (receivedBefore ?? 0) + tolerableAheadMs;
	for (const channelId of new Set(watched.flatMap((rule) => rule.channelId ?? []))) {
		const newest = newestBefore(channelId);
		if (newest !== null) state.frontiers.set(channelId, Math.min(newest, latestAt));
	}
	return state;
}

function derivedSamples({ derivedSince }: TakenReadings, watched: readonly Watched[], { frontiers }: EngineState) {
	const ids = new Set(watched.flatMap(({ channelId, reachMs }) => (reachMs === null ? [] : (channelId ?? []))));
	return new Map(Array.from(ids, (id) => [id, derivedSince(id, frontiers.get(id) ?? null)]));
}

function samplesOf({ channelIds, channel, at, value }: TakenReadings) {
	const channels = new Map<string, Sample[]>();
	const doubtful = new Map<string, Sample[]>();
	for (const [index, time] of at.entries()) {
		const channelId = channelIds[channel[index] ?? -1] ?? "";
		const sample = { at: time, value: value[index] ?? Number.NaN };
		if (isDoubtfulId(channelId)) addTo(doubtful, channelIdOf(channelId), sample);
		else addTo(channels, channelId, sample);
	}
	return { channels, doubtful };
}
