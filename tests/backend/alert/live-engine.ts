import { nextDeadline, passDeadlines } from "../../../backend/alert/engine/deadlines";
import { evaluateUpload } from "../../../backend/alert/engine/evaluate-upload";
import { createPastExcursions, gatherMs, spanAround } from "../../../backend/alert/engine/past-excursions";
import {
	type EngineEvent,
	type EngineState,
	eventOf,
	newState,
	packState,
	unpackState,
	usualIntervalMs,
} from "../../../backend/alert/engine/run-state";
import type { EventChange } from "../../../backend/alert/engine/step-run";
import type { Watched } from "../../../backend/alert/engine/watched-rule";
import type { SentUpload } from "./settled-oracle";

export const channelId = "chn_1";

export type Silence = { offlineAfterMs: number; uploadIntervalMs: number };

type Live = {
	/** Evaluates late readings when they are due; absent: never. */
	isCaughtUp?: boolean;
	/** Evaluates silence at its deadlines up to `until`; absent: never. */
	silence?: Silence & { until: number };
	before?: { state: EngineState; stored: readonly { at: number; value: number }[] };
};

/** Runs the engine upload by upload, as an account's object does; duplicates are dropped. */
export function runLive(watched: Watched[], uploads: SentUpload[], { isCaughtUp = false, silence, before }: Live = {}) {
	let state: EngineState = before?.state ?? newState();
	let lastReceivedAt: number | null = null;
	let late: { from: number; to: number; dueAt: number } | null = null;
	let ids = 0;
	const newEventId = () => `evt_${++ids}`;
	const events = new Map<string, EngineEvent>();
	const stored = new Map<number, number>(before?.stored.map(({ at, value }) => [at, value]));
	const history = (_: string, from: number, to: number) =>
		[...stored]
			.filter(([at]) => at >= from && at < to)
			.map(([at, value]) => ({ at, value }))
			.sort((one, other) => one.at - other.at);
	const keep = (changes: EventChange[]) => {
		for (const { event } of changes) events.set(event.id, event);
	};

	function passSilence(before: number): void {
		if (!silence) return;
		for (;;) {
			const device = { ...silence, watched, lastReceivedAt };
			const at = nextDeadline(state, device);
			if (at === null || at >= before) return;
			const passed = passDeadlines(state, device, { now: at, newEventId });
			state = passed.state;
			keep(passed.changes);
		}
	}

	function catchUp(): void {
		const span = late;
		late = null;
		if (!span) return;
		for (const rule of watched) {
			const around = spanAround(rule, span, usualIntervalMs(state, rule));
			if (!around) continue;
			const excursions = createPastExcursions(rule, newEventId);
			excursions.add(history(channelId, around.from, around.to), around.to);
			keep(excursions.unknownWithin(span, events.values()));
		}
	}

	for (const { receivedAt, readings } of uploads) {
		passSilence(receivedAt);
		if (late !== null && (late as { dueAt: number }).dueAt < receivedAt) catchUp();
		const fresh = readings.filter(({ at }) => !stored.has(at));
		const upload = { receivedAt, receivedBefore: lastReceivedAt, channels: new Map([[channelId, fresh]]) };
		const { changes, behind, ...evaluation } = evaluateUpload({ watched, history, newEventId }, state, upload);
		keep(changes);
		for (const { at, value } of fresh) stored.set(at, value);
		if (behind && isCaughtUp) {
			const known: typeof behind = late ?? behind;
			const dueAt: number = (late as { dueAt: number } | null)?.dueAt ?? receivedAt + gatherMs;
			late = { from: Math.min(known.from, behind.from), to: Math.max(known.to, behind.to), dueAt };
		}
		lastReceivedAt = receivedAt;
		state = unpackState(packState(evaluation.state, [channelId]), [channelId]);
	}
	if (silence) passSilence(silence.until);
	catchUp();
	for (const run of state.runs) {
		const event = eventOf(run, null);
		if (event && events.has(event.id)) events.set(event.id, event);
	}
	return { events: [...events.values()], state };
}
