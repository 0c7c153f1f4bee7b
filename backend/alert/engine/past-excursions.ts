import { dayMs, minuteMs } from "../../../shared/base/durations";
import { evaluateUpload } from "./evaluate-upload";
import { gapLimitMs, intervalsLeadMs } from "./intervals";
import { lookbackOf, type Sample } from "./observe";
import { type EngineEvent, newState } from "./run-state";
import type { EventChange } from "./step-run";
import type { Watched } from "./watched-rule";

/** How long after late readings their excursions are looked for: such readings come in several uploads. */
export const gatherMs = minuteMs;

/** Late readings of a device, both ends included, epoch ms. */
export type LateSpan = { from: number; to: number };

/**
 * What of a rule's channel must be read for a span, `to` exclusive; null: the rule is not of readings. `usualMs`: how
 * often the channel is read.
 */
export function spanAround(rule: Watched, { from, to }: LateSpan, usualMs: number): LateSpan | null {
	if (rule.channelId === null || rule.observed.of !== "readings") return null;
	const around = Math.max(rule.forMs, rule.clearForMs, rule.observed.lookbackMs, gapLimitMs(usualMs)) + dayMs;
	return { from: from - Math.max(around, intervalsLeadMs(usualMs)), to: to + around };
}

export type PastExcursions = {
	/** The next samples by time, however few, all before `to`. */
	add(samples: readonly Sample[], to: number): void;
	/** What began and ended, as far as it touches the span. */
	within(span: LateSpan): EventChange[];
};

/** Evaluates one rule on one channel anew, over samples that are given piece by piece as a file may hold years. */
export function createPastExcursions(rule: Watched, newEventId: () => string): PastExcursions {
	const channelId = rule.channelId ?? "";
	const lookbackMs = lookbackOf(rule.observed);
	const changes = new Map<string, EventChange>();
	let state = newState();
	/** What windows of the next samples reach back to. */
	let recent: readonly Sample[] = [];
	return {
		add(samples, to) {
			const known = recent;
			const history = (_: string, since: number, until: number) => known.filter(({ at }) => at >= since && at < until);
			const upload = { receivedAt: to, channels: new Map([[channelId, samples]]) };
			const evaluation = evaluateUpload({ watched: [rule], history, newEventId }, state, upload);
			state = evaluation.state;
			for (const change of evaluation.changes) {
				// One that went over a cut is new all the same.
				changes.set(change.event.id, { ...change, isNew: true });
			}
			const last = samples.at(-1);
			if (last) recent = [...known, ...samples].filter(({ at }) => at >= last.at - lookbackMs);
		},
		within: ({ from, to }) =>
			[...changes.values()].filter(
				({ event: { startedAt, endedAt } }) => endedAt !== null && startedAt <= to && endedAt >= from,
			),
	};
}

/** Whether an excursion is one of an event that is known: it shares some time with it, both ends included. */
export function isKnownExcursion(
	{ ruleId, channelId, startedAt, endedAt }: EngineEvent,
	events: Iterable<EngineEvent>,
): boolean {
	for (const event of events) {
		if (event.ruleId !== ruleId || event.channelId !== channelId) continue;
		if (event.startedAt <= (endedAt ?? startedAt) && (event.endedAt ?? Infinity) >= startedAt) return true;
	}
	return false;
}
