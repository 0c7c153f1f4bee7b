import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ContactId, RosterId, RosterOverrideId, RosterSwapId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { nameText } from "../base/name-text";
import { DayText } from "../time/day-text";
import { TimeWindows, WeeklyWindow } from "../time/time-windows";
import { ZoneName } from "../time/time-zones";

export const rosterLimits = {
	rosters: 50,
	layers: 3,
	peopleOfLayer: 30,
	fallbackContacts: 20,
	overridesAhead: 200,
	openSwaps: 100,
	/** Past turns can be computed for so long. */
	pastMs: 90 * dayMs,
	/** Gaps are reported for so long ahead. */
	aheadMs: 28 * dayMs,
	/** Calendars and messages about changes reach so far. */
	calendarPastMs: 28 * dayMs,
	calendarAheadMs: 182 * dayMs,
} as const;

const count = (most: number) =>
	z
		.int(errorKey("number.whole"))
		.check(z.minimum(1, errorKey("number.atLeastOne")), z.maximum(most, errorKey("number.atMost", { most })));

/** See `TurnLayer`. A person may be in the order twice. */
export const RosterLayer = z.object({
	contactIds: z
		.array(ContactId)
		.check(
			z.minLength(1, errorKey("contact.choose")),
			z.maxLength(rosterLimits.peopleOfLayer, errorKey("contact.tooMany", { most: rosterLimits.peopleOfLayer })),
		),
	pattern: z.array(count(31)).check(z.minLength(1, errorKey("number.atLeastOne")), z.maxLength(14)),
	startDay: DayText,
	handOver: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, errorKey("time.example"))),
	hours: z.array(WeeklyWindow).check(z.maxLength(28, errorKey("windows.tooMany", { most: 28 }))),
});
export type RosterLayer = z.infer<typeof RosterLayer>;

/** `over`: declined, withdrawn or no longer possible. */
export type SwapState = "offered" | "accepted" | "over";

export const RosterPlan = z.object({
	zone: ZoneName,
	layers: z.array(RosterLayer).check(z.minLength(1, errorKey("contact.choose")), z.maxLength(rosterLimits.layers)),
});
export type RosterPlan = z.infer<typeof RosterPlan>;

const isWhole = z.check<RosterPlan>((ctx) => {
	for (const [index, { hours }] of ctx.value.layers.entries()) {
		const windows = TimeWindows.safeParse({ zone: ctx.value.zone, weekly: hours, spans: [] });
		for (const { path, message } of windows.error?.issues ?? []) {
			if (path[0] !== "weekly") continue;
			const at = ["layers", index, "hours", ...path.slice(1)].flatMap((part) => (typeof part === "symbol" ? [] : part));
			ctx.issues.push({ code: "custom", input: ctx.value, path: at, message });
		}
	}
});

const rosterFields = {
	name: nameText(errorKey("name.missing")),
	...RosterPlan.shape,
	/** Notified while no one on duty can be reached. */
	fallbackContactIds: setOf(ContactId, rosterLimits.fallbackContacts, { none: errorKey("contact.choose") }),
};

export const CreateRoster = z.object(rosterFields).check(isWhole);
export type CreateRoster = z.infer<typeof CreateRoster>;

export const UpdateRoster = z.object({ rosterId: RosterId, version: z.int(), ...rosterFields }).check(isWhole);
export type UpdateRoster = z.infer<typeof UpdateRoster>;

export const RosterTarget = z.object({ rosterId: RosterId });
export type RosterTarget = z.infer<typeof RosterTarget>;

/** If `from` is past, it begins now. The override added last overrides all others. */
export const AddOverride = z
	.object({ rosterId: RosterId, contactId: ContactId, from: Instant, to: Instant })
	.check(isInOrder);
export type AddOverride = z.infer<typeof AddOverride>;

export const EndOverride = z.object({ overrideId: RosterOverrideId });
export type EndOverride = z.infer<typeof EndOverride>;

const Span = z.object({ from: Instant, to: Instant }).check(isInOrder);

/** The caller's turn or a part of it, perhaps for one of the taker's. */
export const OfferSwap = z
	.object({ rosterId: RosterId, takerId: ContactId, from: Instant, to: Instant, inReturn: z.nullable(Span) })
	.check(isInOrder);
export type OfferSwap = z.infer<typeof OfferSwap>;

export const SwapTarget = z.object({ swapId: RosterSwapId, version: z.int() });
export type SwapTarget = z.infer<typeof SwapTarget>;

/** `isAvailable` false: paused, or without an address that works; then the fallback is notified. */
const RosterPerson = z.object({
	id: z.string(),
	/** Null: the caller may not read it. */
	name: z.nullable(z.string()),
	isAvailable: z.boolean(),
	/** A member who can accept a swap. */
	isMember: z.optional(z.boolean()),
});

/** Times are epoch ms. */
export const Roster = z.object({
	id: RosterId,
	version: z.number(),
	...RosterPlan.shape,
	name: z.string(),
	fallbackContactIds: z.array(z.string()),
	/** Everybody of the plan, the fallback and overrides. Deleted contacts are absent. */
	people: z.array(RosterPerson),
	/** `contactId` null: no one is on duty. `until` null: no end in the foreseeable time. */
	now: z.object({ contactId: z.nullable(z.string()), until: z.nullable(z.number()) }),
	next: z.nullable(z.object({ contactId: z.nullable(z.string()), from: z.number() })),
	/** Contacts that an alert would notify now: the one on duty, or the fallback. */
	notifiedIds: z.array(z.string()),
	/** Spans within `aheadMs` in which no one is on duty, at most ten. */
	gaps: z.array(z.object({ from: z.number(), to: z.number() })),
	/** The caller's visible rules that name the roster, at once or in a step. */
	ruleCount: z.number(),
	/** A contact of the caller is in the plan. */
	isOwn: z.boolean(),
});
export type Roster = z.infer<typeof Roster>;

const RosterOverride = z.object({
	id: RosterOverrideId,
	contactId: z.string(),
	from: z.number(),
	to: z.number(),
	createdBy: z.string(),
	/** The second signature of a swap. */
	acceptedBy: z.optional(z.nullable(z.string())),
});
export type RosterOverride = z.infer<typeof RosterOverride>;

const RosterSwap = z.object({
	id: RosterSwapId,
	version: z.number(),
	giverId: z.string(),
	takerId: z.string(),
	from: z.number(),
	to: z.number(),
	inReturn: z.nullable(z.object({ from: z.number(), to: z.number() })),
	mine: z.nullable(z.enum(["giver", "taker"])),
});
export type RosterSwap = z.infer<typeof RosterSwap>;

export const RosterDetails = z.extend(Roster, {
	/** Plans with the instant from which each applies, oldest first. */
	plans: z.array(z.object({ from: z.number(), plan: RosterPlan })),
	overrides: z.array(RosterOverride),
	swaps: z.optional(z.array(RosterSwap)),
	/** Contacts of the caller. */
	ownIds: z.optional(z.array(z.string())),
	/** Undoes the change that returned this. */
	undoId: z.optional(z.string()),
});
export type RosterDetails = z.infer<typeof RosterDetails>;

/** Text for records, which have no reader's language. */
export function layerText({ contactIds, pattern, startDay, handOver, hours }: RosterLayer): string {
	const times = hours.map(({ days, from, to }) => `${days.join(",")} ${from}-${to}`);
	const only = times.length === 0 ? "" : `, only ${times.join("; ")}`;
	return `${contactIds.join(", ")}: turns of ${pattern.join(", ")} days from ${startDay}, ${handOver}${only}`;
}
