import { severityRank } from "../../../shared/alert/conditions/terms";
import type { EngineEvent, Unread } from "./run-state";
import type { EventChange } from "./step-run";
import type { Watched } from "./watched-rule";

/** How many events of one rule on one channel an upload brings unmerged. */
const eventsAsTheyAre = 19;

export type UploadEvents = {
	add(change: EventChange): void;
	/** Returns a merged event's id for reuse, because a new id costs most of an event; undefined if none. */
	freeId(): EngineEvent["id"] | undefined;
	/** Ends an upload: the next events belong to another. */
	cut(): void;
	/** Returns each event as it is at the end of its upload. */
	all(): EventChange[];
};

/** Keeps an upload's first `mostOwn` events and merges further ones that begin and end within it. */
export function createUploadEvents({ excess }: Pick<Watched, "excess">, mostOwn = eventsAsTheyAre): UploadEvents {
	const done: EventChange[] = [];
	const freeIds: EngineEvent["id"][] = [];
	/** Sorted by time. A rule has one open event per channel, so a change concerns the last event or a new one. */
	let own: EventChange[] = [];
	let merged: EngineEvent | null = null;

	function end(last: EventChange): void {
		if (!last.isNew || own.length <= mostOwn) return;
		if (merged === null) merged = last.event = { ...last.event };
		else {
			own.pop();
			freeIds.push(last.event.id);
			takeIn(merged, last.event, excess);
		}
	}

	return {
		add({ event, kind, isNew }) {
			let last = own.at(-1);
			if (last?.event.id !== event.id) {
				last = { event, kind, isNew };
				own.push(last);
			} else {
				last.event = event;
				last.kind = last.isNew && kind !== "ended" ? "opened" : kind;
			}
			if (kind === "ended") end(last);
		},
		freeId: () => freeIds.pop(),
		cut() {
			for (const change of own) done.push(change);
			own = [];
			merged = null;
		},
		all() {
			this.cut();
			return done;
		},
	};
}

/** Bounds the events of several rules as those of one upload. */
export function boundedEvents(
	watched: readonly Watched[],
	changes: readonly EventChange[],
	mostOwn = eventsAsTheyAre,
): EventChange[] {
	const byRun = Map.groupBy(changes, ({ event: { ruleId, channelId } }) => `${ruleId} ${channelId}`);
	return [...byRun.values()].flatMap((ofRun) => {
		const { ruleId, channelId } = ofRun[0]?.event ?? {};
		const rule = watched.find((one) => one.ruleId === ruleId && one.channelId === channelId);
		if (!rule) return ofRun;
		const events = createUploadEvents(rule, mostOwn);
		for (const change of ofRun) events.add(change);
		return events.all();
	});
}

function takeIn(all: EngineEvent, next: EngineEvent, excess: Watched["excess"]): void {
	if (excess(next.peak) > excess(all.peak)) {
		all.peak = next.peak;
		all.peakAt = next.peakAt;
	}
	all.severity = worst(all.severity, next.severity);
	all.worstSeverity = worst(all.worstSeverity, next.worstSeverity);
	all.count += next.count;
	all.lastAt = next.lastAt;
	all.lastValue = next.lastValue;
	all.endedAt = next.endedAt;
	all.isClockWrong ||= next.isClockWrong;
	all.unread = longer(all.unread, next.unread);
	all.crossings = (all.crossings ?? 1) + (next.crossings ?? 1);
}

function worst(one: EngineEvent["severity"], other: EngineEvent["severity"]): EngineEvent["severity"] {
	return one !== other && severityRank[other] > severityRank[one] ? other : one;
}

function longer(one: Unread | null, other: Unread | null): Unread | null {
	if (!one || !other) return one ?? other;
	return other.to - other.from > one.to - one.from ? other : one;
}
