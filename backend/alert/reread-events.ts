import { severityRank } from "../../shared/alert/conditions/terms";
import { largestOf } from "../../shared/base/lists";
import { formatValue } from "../../shared/formats/units";
import { type Said, said } from "../../shared/log/said";
import { type Statement, storedOf } from "../../shared/log/said-text";
import type { AccountDb, RereadCause } from "../base/context";
import type { ChannelRef, ReadingStore } from "../base/reading-store";
import { type AlertEventRow, listAlertNotes, listOpenEvents, updateAlertEvent } from "../db/alert-event-rows";
import { type ChannelRow, findChannel } from "../db/channel-rows";
import { allDerivedChannels, derivedIdsOf } from "../db/derived-channel-rows";
import { findDevice } from "../db/device-rows";
import { addNote } from "./alert-notices";
import { deviceRules } from "./device-rules";
import { isRunOf } from "./engine/evaluate-upload";
import { isMeasured, lookbackOf, type Sample } from "./engine/observe";
import {
	type EngineState,
	eventOf,
	isOpen,
	type LevelState,
	packState,
	type Run,
	sensorFaultId,
	unpackState,
	usualIntervalMs,
} from "./engine/run-state";
import type { Watched } from "./engine/watched-rule";
import { closeEvent, type EventStore, invalidateEvent } from "./write-events";

type Store = EventStore & { readingStore: Pick<ReadingStore, "watched" | "keepWatch" | "latest" | "readSpan"> };

/**
 * Compares the open events of a channel, and of those derived from it, with the last reading as it counts now: confirms
 * or ends them. Call after the change is committed, as the readings are read here. Idempotent.
 */
export async function rereadOpenEvents(store: Store, channel: ChannelRef, cause: RereadCause): Promise<void> {
	await rereadChannel(store, channel, cause);
	for (const { channelId, toleranceMs } of derivedFrom(store.db, channel)) {
		const to = cause.to === null ? null : cause.to + toleranceMs;
		await rereadChannel(store, { ...channel, channelId }, { ...cause, from: cause.from - toleranceMs, to });
	}
}

type Changed = { deviceId: string; until: number; text: Statement };

/** Notes in open events, once for each text, that values until `until` (epoch ms) changed. The next reading decides. */
export function noteChangedSources(
	{ db, now, invalidations }: EventStore,
	channelIds: readonly string[],
	{ deviceId, until, text }: Changed,
): void {
	for (const { id, channelId, startedAt } of listOpenEvents(db, deviceId)) {
		if (channelId === null || !channelIds.includes(channelId) || startedAt > until) continue;
		if (listAlertNotes(db, id).some((note) => note.text === storedOf(text).text)) continue;
		addNote(db, id, { at: now, kind: "readingsChanged", text });
		invalidateEvent({ invalidations }, deviceId);
	}
}

function derivedFrom(db: AccountDb, { deviceId, channelId }: ChannelRef) {
	const all = allDerivedChannels(db);
	return derivedIdsOf(db, deviceId).flatMap((id) => {
		const derived = all.get(id);
		return derived?.sources.includes(channelId)
			? { channelId: id, toleranceMs: derived.shape.toleranceSeconds * 1000 }
			: [];
	});
}

async function rereadChannel(store: Store, channel: ChannelRef, cause: RereadCause): Promise<void> {
	const { db, readingStore } = store;
	const before = unpacked(store, channel.deviceId);
	if (!before?.state.runs.some((run) => run.channelId === channel.channelId)) return;
	const lookbackMs = Math.max(0, largestOf(rulesOn(store, channel).map(({ observed }) => lookbackOf(observed))));
	const last = (await readingStore.latest([channel.deviceId])).get(channel.deviceId)?.values.get(channel.channelId);
	const readings = last
		? await readingsUntil(store, channel, { from: last.at - lookbackMs, to: last.at + 1 })
		: noReadings;
	db.transaction(() => {
		const found = unpacked(store, channel.deviceId);
		const thing = findChannel(db, channel.channelId);
		if (!found || !thing) return;
		const { state, channelIds } = found;
		const rules = rulesOn(store, channel);
		const events = new Map(listOpenEvents(db, channel.deviceId).map((event) => [event.id, event]));
		const gone = state.runs.filter((run) => {
			const watched = rules.find((rule) => isRunOf(run, rule));
			const event = run.event && (events.get(run.event.id) ?? null);
			if (run.ruleId === sensorFaultId && run.channelId === channel.channelId)
				return endsFault(store, { run, event, cause });
			if (!watched) return false;
			return !reread(store, { run, watched, event, state, thing, cause, ...readings });
		});
		state.runs = state.runs.filter((run) => !gone.includes(run));
		readingStore.keepWatch(channel.deviceId, packState(state, channelIds));
		invalidateEvent(store, channel.deviceId);
	});
}

function endsFault(store: Store, { run, event, cause }: Pick<Reread, "run" | "event" | "cause">): boolean {
	const lastAt = run.hits?.lastAt ?? 0;
	const isJudged = lastAt >= cause.from && lastAt < (cause.to ?? Number.POSITIVE_INFINITY);
	if (cause.reason !== "readingsMarked" || !isJudged) return false;
	const text = endSaid(cause);
	if (event) closeEvent(store, event, { facts: eventOf(run, store.now), endReason: cause.reason, text });
	return true;
}

type Readings = { samples: readonly Sample[]; sent: number | null };

const noReadings: Readings = { samples: [], sent: null };

async function readingsUntil(
	{ readingStore }: Store,
	channel: ChannelRef,
	span: { from: number; to: number },
): Promise<Readings> {
	const samples: Sample[] = [];
	let sent: number | null = null;
	let cursor: string | undefined;
	do {
		const place = cursor === undefined ? {} : { cursor };
		const page = await readingStore.readSpan({
			channels: [channel],
			...span,
			limit: 5_000,
			order: "oldest-first",
			...place,
		});
		for (const [index, at] of page.readingAt.entries()) samples.push({ at, value: page.value[index] ?? Number.NaN });
		sent = page.sent?.at(-1) ?? sent;
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined);
	return { samples: samples.filter(isMeasured), sent };
}

function unpacked(
	{ readingStore }: Store,
	deviceId: string,
): { state: EngineState; channelIds: readonly string[] } | null {
	const [kept] = readingStore.watched([deviceId]);
	return kept ? { state: unpackState(kept.watch, kept.channelIds), channelIds: kept.channelIds } : null;
}

function rulesOn({ db }: Store, { deviceId, channelId }: ChannelRef): Watched[] {
	const device = findDevice(db, deviceId);
	const all = device ? deviceRules(db, device).watched : [];
	return all.filter((rule) => rule.channelId === channelId && rule.observed.of === "readings");
}

type Reread = Readings & {
	run: Run;
	watched: Watched;
	event: AlertEventRow | null;
	state: EngineState;
	thing: ChannelRow;
	cause: RereadCause;
};

function reread(store: Store, { run, watched, event, state, ...read }: Reread): boolean {
	const { samples, cause } = read;
	const last = samples.at(-1) ?? null;
	if (cause.reason !== "readingsMarked" && run.unchanged && last) run.unchanged.value = last.value;
	if (!run.hits || !isTouched(run.hits, watched, { last, cause })) return true;
	if (run.event?.isClockWrong) return true;
	const usualMs = usualIntervalMs(state, watched);
	const observed =
		last && watched.observed.of === "readings"
			? watched.observed.see({ samples, place: samples.length - 1, usualMs }, run)
			: null;
	// Too few readings decide nothing; none at all leave no ground for an event.
	if (last && observed === null) return true;
	const levels = observed === null ? null : levelsAt(run, watched, observed);
	if (last && observed !== null && levels) {
		run.levels = levels;
		run.hits = hitsAt(run.hits, watched, { at: last.at, observed, cause });
		if (event) confirm(store, { run, watched, event, at: last.at, observed, ...read });
		return true;
	}
	if (!event) {
		run.levels = run.levels.map(({ since }) => ({ phase: "ok", since }));
		run.hits = null;
		return run.unchanged !== null;
	}
	const end = endSaid(cause);
	const text = observed === null || !last ? end : withLast(end, event, { ...read, at: last.at, observed });
	closeEvent(store, event, { facts: eventOf(run, store.now), endReason: cause.reason, text });
	return false;
}

function isTouched(
	{ startedAt, lastAt }: NonNullable<Run["hits"]>,
	{ observed }: Watched,
	{ last, cause: { from, to } }: { last: Sample | null; cause: RereadCause },
): boolean {
	return (
		from <= Math.max(lastAt, last?.at ?? lastAt) && (to ?? Number.POSITIVE_INFINITY) > startedAt - lookbackOf(observed)
	);
}

function levelsAt({ levels, event }: Run, watched: Watched, observed: number): LevelState[] | null {
	const moved = watched.levels.map(({ isTrue, isClear }, index): LevelState => {
		const { phase, since } = levels[index] ?? { phase: "ok", since: 0 };
		if (isTrue(observed)) return { phase: event ? "active" : phase, since };
		if (phase === "ok" || phase === "pending") return { phase: "ok", since };
		if (!isClear(observed)) return { phase: "active", since };
		return phase === "recovering" ? { phase, since } : { phase: "ok", since };
	});
	return moved.some(({ phase }) => phase !== "ok") ? moved : null;
}

type Observed = { at: number; observed: number; cause: RereadCause };

/** The worst value stays unless its reading changed. */
function hitsAt(
	hits: NonNullable<Run["hits"]>,
	{ excess }: Watched,
	{ at, observed, cause: { from, to } }: Observed,
): NonNullable<Run["hits"]> {
	const isPeakGone = hits.peakAt >= from && hits.peakAt < (to ?? Number.POSITIVE_INFINITY);
	const isWorse = isPeakGone || excess(observed) > excess(hits.peak);
	return { ...hits, ...(isWorse && { peak: observed, peakAt: at }), lastAt: at, lastValue: observed };
}

type Confirmed = Omit<Reread, "state" | "samples" | "event"> & { event: AlertEventRow; at: number; observed: number };

function confirm({ db, now }: Store, { run, watched, event, ...read }: Confirmed): void {
	if (!isOpen(run)) return;
	const worst = run.levels.findLastIndex(({ phase }) => phase === "active" || phase === "recovering");
	const severity = watched.levels[worst]?.severity ?? event.severity;
	const isWorst = severityRank[severity] > severityRank[event.worstSeverity];
	run.event = { ...run.event, severity, ...(isWorst && { worstSeverity: severity }) };
	const { worstSeverity } = run.event;
	const { peak, peakAt, lastAt, lastValue } = run.hits;
	updateAlertEvent(db, event.id, { severity, worstSeverity, peak, peakAt, lastAt, lastValue });
	const goesOn = said("alert.causeGoesOn", { cause: read.cause.text });
	const moved = severity === event.severity ? goesOn : said("alert.severityNow", { text: goesOn, severity });
	addNote(db, event.id, { at: now, kind: "readingsChanged", text: withLast(moved, event, read) });
}

function endSaid({ reason, text: cause }: RereadCause): Said {
	return said("end.because", { end: said(`end.${reason}`), cause });
}

function withLast(
	text: Said,
	{ condition }: AlertEventRow,
	{ at: readingAt, observed, sent, thing }: Pick<Confirmed, "at" | "observed" | "sent" | "thing">,
): Said {
	const value = condition ? { condition, value: observed } : String(observed);
	const at = new Date(readingAt).toISOString();
	return sent === null
		? said("alert.lastReading", { text, value, at })
		: said("alert.lastReadingSent", { text, value, sent: formatValue(sent, thing), at });
}
