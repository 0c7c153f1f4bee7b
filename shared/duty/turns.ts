import { dayMs, minuteMs } from "../base/durations";
import { isInside, minuteOfDay, nextChangeAt, type WeeklyWindow } from "../time/time-windows";
import { firstInstantAt, type Zone, zoneOffsetMinutes } from "../time/time-zones";

/** Turns are computed from these facts, never stored. Instants are epoch ms. */

export type TurnLayer = {
	contactIds: readonly string[];
	/** Days of one turn after the other, repeated: `[7]` weekly, `[5, 2]` working days and weekends. */
	pattern: readonly number[];
	/** `YYYY-MM-DD`: the first turn begins on this day, at `handOver`. */
	startDay: string;
	/** `HH:MM`. In a skipped hour the next minute that exists, in a doubled hour the first pass. */
	handOver: string;
	/** Empty: always. */
	hours: readonly WeeklyWindow[];
};

/** A later layer is used before an earlier one. */
export type TurnPlan = { zone: Zone; layers: readonly TurnLayer[] };

/** `id` orders overrides by their creation. */
export type TurnOverride = { id: string; from: number; to: number; contactId: string };

/** `plans` in the order of `from`: each applies until the next one. */
export type RosterHistory = {
	plans: readonly { from: number; plan: TurnPlan }[];
	overrides: readonly TurnOverride[];
};

/** `contactId` null: no one is on duty. */
export type Turn = { from: number; to: number; contactId: string | null; overrideId: string | null };

type Span = { from: number; to: number };
type Held = Span & { contactId: string };

/** Returns turns without a hole between `from` and `to`. The last created override comes before every layer. */
export function turnsOf({ plans, overrides }: RosterHistory, { from, to }: Span): Turn[] {
	const held = plans.flatMap(({ from: begins, plan }, index) => {
		const span = { from: Math.max(from, begins), to: Math.min(to, plans[index + 1]?.from ?? to) };
		return span.from < span.to ? plan.layers.map((layer) => layerTurns(layer, plan.zone, span)) : [];
	});
	// Layers of one plan never meet those of another, so the last of all is the last of its plan.
	const latestFirst = [...overrides].sort((one, other) => (one.id < other.id ? 1 : -1));
	const edges = [...held.flat(), ...latestFirst].flatMap((each) => [each.from, each.to]);
	const inside = edges.filter((at) => at > from && at < to);
	const cuts = [...new Set([from, ...inside, to])].sort((one, other) => one - other);
	const holderAt = holdersInOrderOfTime(held);
	const turns: Turn[] = [];
	for (const [index, begins] of cuts.slice(0, -1).entries()) {
		const ends = cuts[index + 1] ?? to;
		const override = latestFirst.find((each) => each.from <= begins && begins < each.to);
		const contactId = override?.contactId ?? holderAt(begins);
		const overrideId = override?.id ?? null;
		const before = turns.at(-1);
		if (before?.contactId === contactId && before.overrideId === overrideId) before.to = ends;
		else turns.push({ from: begins, to: ends, contactId, overrideId });
	}
	return turns;
}

function holdersInOrderOfTime(held: readonly Held[][]): (at: number) => string | null {
	const layers = held.map((turns) => ({ turns, next: 0 })).reverse();
	return (at) => {
		for (const layer of layers) {
			while ((layer.turns[layer.next]?.to ?? at + 1) <= at) layer.next += 1;
			const turn = layer.turns[layer.next];
			if (turn && turn.from <= at) return turn.contactId;
		}
		return null;
	};
}

/** Most turns end within a week; a longest one is looked for once. */
const horizonsMs = [8 * dayMs, 92 * dayMs];

/** `until` null: in no foreseeable time. `next`: who is on duty from then on. */
export type OnDuty = { contactId: string | null; until: number | null; next: string | null };

/** Returns who is on duty at an instant, and until when. */
export function onDuty(history: RosterHistory, at: number): OnDuty {
	let contactId: string | null = null;
	for (const horizonMs of horizonsMs) {
		const [first, next] = dutySpans(history, { from: at, to: at + horizonMs });
		contactId = first?.contactId ?? null;
		if (next) return { contactId, until: next.from, next: next.contactId };
	}
	return { contactId, until: null, next: null };
}

/** Like `turnsOf`, with an override and a turn of the same person as one. */
export function dutySpans(history: RosterHistory, span: Span): Omit<Turn, "overrideId">[] {
	const spans: Omit<Turn, "overrideId">[] = [];
	for (const { from, to, contactId } of turnsOf(history, span)) {
		const before = spans.at(-1);
		if (before?.contactId === contactId) before.to = to;
		else spans.push({ from, to, contactId });
	}
	return spans;
}

function layerTurns(layer: TurnLayer, zone: Zone, span: Span): Held[] {
	const { contactIds, pattern } = layer;
	if (contactIds.length === 0 || pattern.length === 0) return [];
	const turns: Held[] = [];
	const started = startsOf(layer, zone, span);
	for (const [index, { at, number }] of started.entries()) {
		const contactId = contactIds[number % contactIds.length];
		const [from, to] = [Math.max(at, span.from), Math.min(started[index + 1]?.at ?? span.to, span.to)];
		if (contactId === undefined || from >= to) continue;
		for (const part of hoursWithin(layer, zone, { from, to })) turns.push({ ...part, contactId });
	}
	return turns;
}

function hoursWithin({ hours }: TurnLayer, zone: Zone, { from, to }: Span): Span[] {
	if (hours.length === 0) return [{ from, to }];
	const windows = { zone, weekly: hours, spans: [] };
	const parts: Span[] = [];
	for (let at = from; at < to; ) {
		const next = Math.min(nextChangeAt(windows, at) ?? to, to);
		if (isInside(windows, at)) parts.push({ from: at, to: next });
		at = next;
	}
	return parts;
}

type Start = { at: number; number: number };

/** The turn at the beginning of the span, if it has begun, and all that begin in the span. */
function startsOf({ pattern, startDay, handOver }: TurnLayer, zone: Zone, { from, to }: Span): Start[] {
	const firstDay = Date.parse(startDay);
	const cycleDays = pattern.reduce((sum, days) => sum + days, 0);
	// Two days early: the hand-over may be later in the day, and a clock may be turned back over midnight.
	const surely = (from + zoneOffsetMinutes(zone, from) * minuteMs - firstDay) / dayMs - 2;
	const cycle = Math.max(0, Math.floor(surely / cycleDays));
	const starts: Start[] = [];
	let [day, number] = [cycle * cycleDays, cycle * pattern.length];
	for (;;) {
		const days = pattern[number % pattern.length] ?? 1;
		const next = { day: day + days, number: number + 1 };
		if (next.day <= surely) {
			({ day, number } = next);
			continue;
		}
		const at = firstInstantAt(zone, firstDay + day * dayMs + minuteOfDay(handOver) * minuteMs);
		if (at >= to) return starts;
		if (at <= from) starts.length = 0;
		starts.push({ at, number });
		({ day, number } = next);
	}
}
