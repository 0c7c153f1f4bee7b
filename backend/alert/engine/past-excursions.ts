import { dayMs, minuteMs } from "../../../shared/base/durations";
import { countBefore } from "../../../shared/base/sorted";
import { evaluateUpload } from "./evaluate-upload";
import { gapLimitMs, intervalsLeadMs } from "./intervals";
import { lookbackOf, type Sample } from "./observe";
import { type EngineEvent, newState } from "./run-state";
import { mayLackTotals, totalsLeadMs } from "./running-totals";
import type { EventChange } from "./step-run";
import { boundedEvents } from "./upload-events";
import type { Watched } from "./watched-rule";

/** Late readings come in several uploads: wait this long before the search for excursions. */
export const gatherMs = minuteMs;

/** The span of a device's late readings, both ends included, epoch ms. */
export type LateSpan = { from: number; to: number };

/** Returns the span in which late readings can change a rule's input. */
export function reachOf({ reachMs }: Watched, { from, to }: LateSpan): LateSpan {
	return { from: from - (reachMs ?? 0), to: to + (reachMs ?? 0) };
}

/** Returns the span to read, `to` exclusive; null if the rule observes no readings. */
export function spanAround(rule: Watched, { from, to }: LateSpan, usualMs: number): LateSpan | null {
	if (rule.channelId === null || rule.observed.of !== "readings") return null;
	const around = Math.max(rule.forMs, rule.clearForMs, rule.observed.lookbackMs, gapLimitMs(usualMs)) + dayMs;
	return { from: from - Math.max(around, intervalsLeadMs(usualMs)), to: to + around };
}

export type PastExcursions = {
	/** Adds the next samples, by time, all before `to` (epoch ms). */
	add(samples: readonly Sample[], to: number): void;
	/** Returns the ended events that touch the span and overlap no known event, merged as those of one upload. */
	unknownWithin(span: LateSpan, known: Iterable<KnownSpan>): EventChange[];
	/** True: start again `totalsLeadMs` earlier, as a zero may be a single one of a running total. */
	lacksTotals(): boolean;
};

/** Evaluates one rule on one channel anew. Takes samples in pieces, because a file can hold years. */
export function createPastExcursions(
	rule: Watched,
	newEventId: () => string,
	{ isOfTotals = false }: { isOfTotals?: boolean } = {},
): PastExcursions {
	const channelId = rule.channelId ?? "";
	const lookbackMs = Math.max(lookbackOf(rule.observed), isOfTotals ? totalsLeadMs : 0);
	let isLacking = false;
	const changes = new Map<string, EventChange>();
	let state = newState();
	let recent: readonly Sample[] = [];
	return {
		add(samples, to) {
			const known = recent;
			const history = (ofChannel: string, since: number, until: number) => {
				if (ofChannel !== channelId) throw new Error(`Only samples of ${channelId} are known, not of ${ofChannel}`);
				return known.filter(({ at }) => at >= since && at < until);
			};
			const upload = { receivedAt: to, channels: new Map([[channelId, samples]]) };
			const parts = { watched: [rule], history, newEventId, isPiece: true } as const;
			const evaluation = evaluateUpload(parts, state, upload);
			state = evaluation.state;
			for (const change of evaluation.changes) {
				changes.set(change.event.id, { ...change, isNew: true });
			}
			isLacking ||= !isOfTotals && !rule.isCounter && mayLackTotals([...known.slice(-2), ...samples]);
			const last = samples.at(-1);
			if (last) recent = [...known, ...samples].filter(({ at }) => at >= last.at - lookbackMs);
		},
		unknownWithin({ from, to }, known) {
			const touching = [...changes.values()].filter(
				({ event: { startedAt, endedAt } }) => endedAt !== null && startedAt <= to && endedAt >= from,
			);
			return boundedEvents([rule], withoutKnown(touching, known));
		},
		lacksTotals: () => isLacking,
	};
}

/** An event of the same rule and channel; `endedAt` null: open. */
export type KnownSpan = Pick<EngineEvent, "startedAt" | "endedAt">;

/** Omits excursions that overlap a known event, both ends included. */
function withoutKnown(found: readonly EventChange[], known: Iterable<KnownSpan>): EventChange[] {
	const spans = [...known].sort((one, other) => one.startedAt - other.startedAt);
	let latestEnd = Number.NEGATIVE_INFINITY;
	const ends = spans.map(({ endedAt }) => {
		latestEnd = Math.max(latestEnd, endedAt ?? Number.POSITIVE_INFINITY);
		return latestEnd;
	});
	return found.filter(({ event: { startedAt, endedAt } }) => {
		const before = countUntil(spans, endedAt ?? startedAt);
		return (ends[before - 1] ?? Number.NEGATIVE_INFINITY) < startedAt;
	});
}

function countUntil(spans: readonly KnownSpan[], time: number): number {
	return countBefore(spans.length, (position) => (spans[position]?.startedAt ?? 0) <= time);
}
