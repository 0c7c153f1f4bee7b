import * as z from "zod/mini";
import { finite, oneOf } from "../alert/conditions/terms";
import { dayMs, hourMs, minuteMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ChannelId, ContactId, GroupId, RosterId, RoundId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { lineText, nameText, paragraphText } from "../base/name-text";
import { DayText } from "../time/day-text";
import { ZoneName } from "../time/time-zones";

/** Rounds are checks that people make by walking. Times are epoch ms unless they are texts. */

export const roundLimits = {
	rounds: 100,
	times: 14,
	places: 50,
	checks: 4,
	closedDays: 400,
	contacts: 20,
	rosters: 5,
	longestWindowMinutes: 720,
	entriesPerDay: 5_000,
	/** Dues are listed so far ahead, and a phone keeps them as long. */
	aheadMs: 72 * hourMs,
	/** Entries of these days come with the list. */
	recentMs: 3 * dayMs,
	/** An entry may arrive so late, and counts once within this time. */
	oldestEntryMs: 30 * dayMs,
	/** A phone's clock that is further off is marked. */
	clockOffMs: 5 * minuteMs,
	historyMs: 35 * dayMs,
	entriesListed: 5_000,
} as const;

const leapYear = 2028;

export function isYearly(day: string): boolean {
	return day.startsWith("--");
}

const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, errorKey("time.example")));

/** `days` count from Monday, 1. */
export const RoundTime = z.object({
	days: setOf(z.int().check(z.minimum(1), z.maximum(7)), 7, { none: errorKey("day.choose") }),
	time: ClockTime,
});
export type RoundTime = z.infer<typeof RoundTime>;

/** A day, or `--12-25` for the day of each year. */
const ClosedDay = z.string().check(
	z.regex(/^(?:20\d\d|-)-\d\d-\d\d$/, errorKey("time.choose")),
	z.refine((day) => DayText.safeParse(isYearly(day) ? `${leapYear}${day.slice(1)}` : day).success, {
		error: errorKey("time.choose"),
	}),
);

const minutes = (least: number) =>
	z
		.int(errorKey("minutes.whole"))
		.check(
			z.minimum(least, errorKey("minutes.atLeast", { least })),
			z.maximum(
				roundLimits.longestWindowMinutes,
				errorKey("minutes.atMost", { most: roundLimits.longestWindowMinutes }),
			),
		);

const schedule = {
	zone: ZoneName,
	times: z
		.array(RoundTime)
		.check(
			z.minLength(1, errorKey("round.timeMissing")),
			z.maxLength(roundLimits.times, errorKey("round.timesTooMany", { most: roundLimits.times })),
		),
	/** An entry counts from so long before its time until so long after it; then the round is missed. */
	opensMinutes: minutes(0),
	graceMinutes: minutes(5),
	/** Days of the zone without a round. */
	closedDays: setOf(ClosedDay, roundLimits.closedDays, {
		tooMany: errorKey("round.closedTooMany", { most: roundLimits.closedDays }),
	}),
};
export const RoundSchedule = z.object(schedule);
export type RoundSchedule = z.infer<typeof RoundSchedule>;

const ownId = z.string().check(z.regex(/^[0-9a-z]{1,12}$/, errorKey("id.invalid")));
const limit = z.nullable(finite);

/** `readings`: lowest and highest since the last check, of a channel of the place's device. `hand`: a value that the person reads. */
export const RoundCheck = oneOf("kind", {
	readings: z.object({ kind: z.literal("readings"), id: ownId, channelId: ChannelId, low: limit, high: limit }),
	hand: z.object({
		kind: z.literal("hand"),
		id: ownId,
		name: nameText(errorKey("name.missing")),
		unit: lineText(16),
		low: limit,
		high: limit,
	}),
});
export type RoundCheck = z.infer<typeof RoundCheck>;

/** Without a check, the person only confirms that they saw the place. */
export const RoundPlace = z.object({
	id: ownId,
	name: nameText(errorKey("name.missing")),
	checks: z
		.array(RoundCheck)
		.check(z.maxLength(roundLimits.checks, errorKey("round.checksTooMany", { most: roundLimits.checks }))),
});
export type RoundPlace = z.infer<typeof RoundPlace>;

/** `contactIds` and `rosterIds` do the round, and are notified if it is missed. No one named: owners and admins are. */
export const RoundPeople = z.object({
	contactIds: setOf(ContactId, roundLimits.contacts),
	rosterIds: setOf(RosterId, roundLimits.rosters),
	escalation: z.nullable(
		z.object({
			afterMinutes: minutes(5),
			contactIds: setOf(ContactId, roundLimits.contacts),
			rosterIds: setOf(RosterId, roundLimits.rosters),
		}),
	),
});
export type RoundPeople = z.infer<typeof RoundPeople>;

const fields = {
	name: nameText(errorKey("name.missing")),
	/** Members of this group see the round. Null: only members of the whole account. */
	groupId: z.nullable(GroupId),
	...schedule,
	places: z
		.array(RoundPlace)
		.check(
			z.minLength(1, errorKey("round.placeMissing")),
			z.maxLength(roundLimits.places, errorKey("round.placesTooMany", { most: roundLimits.places })),
		),
	...RoundPeople.shape,
};

const isWhole = z.check<{ places: RoundPlace[]; escalation: RoundPeople["escalation"] }>((ctx) => {
	const fault = (path: (string | number)[], message: string) =>
		ctx.issues.push({ code: "custom", input: ctx.value, path, message });
	const { places, escalation } = ctx.value;
	for (const [index, place] of places.entries()) {
		if (places.findIndex(({ id }) => id === place.id) < index) fault(["places", index, "id"], errorKey("id.invalid"));
		for (const [position, { id, low, high }] of place.checks.entries()) {
			const at = ["places", index, "checks", position];
			if (place.checks.findIndex((check) => check.id === id) < position) fault([...at, "id"], errorKey("id.invalid"));
			if (low !== null && high !== null && low >= high) fault([...at, "high"], errorKey("round.highAboveLow"));
		}
	}
	if (escalation && escalation.contactIds.length + escalation.rosterIds.length === 0) {
		fault(["escalation", "contactIds"], errorKey("contact.choose"));
	}
});

export const CreateRound = z.object(fields).check(isWhole);
export type CreateRound = z.infer<typeof CreateRound>;

export const UpdateRound = z.object({ roundId: RoundId, version: z.int(), ...fields }).check(isWhole);
export type UpdateRound = z.infer<typeof UpdateRound>;

export const RoundTarget = z.object({ roundId: RoundId });
export type RoundTarget = z.infer<typeof RoundTarget>;

export const RoundHistoryTarget = z.object({ roundId: RoundId, from: Instant, to: Instant }).check(
	isInOrder,
	z.refine(({ from, to }) => to - from <= roundLimits.historyMs, {
		path: ["to"],
		error: errorKey("days.atMost", { most: roundLimits.historyMs / dayMs }),
	}),
);
export type RoundHistoryTarget = z.infer<typeof RoundHistoryTarget>;

/** Made on the phone, so that an entry that is sent again counts once. */
export const RoundEntryId = z
	.string()
	.check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, errorKey("id.invalid")));

const reasonText = paragraphText(500);

/** `readAt` and `sentAt` are by the phone's clock. No values: seen. */
export const AddRoundEntry = z.object({
	id: RoundEntryId,
	roundId: RoundId,
	placeId: ownId,
	readAt: Instant,
	sentAt: Instant,
	values: z.array(z.object({ checkId: ownId, value: limit })).check(z.maxLength(roundLimits.checks)),
	reason: reasonText,
});
export type AddRoundEntry = z.infer<typeof AddRoundEntry>;

export const ExplainRoundEntry = z.object({
	roundId: RoundId,
	entryId: RoundEntryId,
	reason: paragraphText(500, errorKey("round.reasonMissing")),
});
export type ExplainRoundEntry = z.infer<typeof ExplainRoundEntry>;

const measured = { checkId: z.string(), name: z.string(), unit: z.string(), low: limit, high: limit };

/** The check and its result then, so that a later change of the round changes no entry. `from`, `to`: the readings' span. */
export const RoundResult = oneOf("kind", {
	readings: z.object({
		kind: z.literal("readings"),
		...measured,
		lowest: limit,
		highest: limit,
		from: z.number(),
		to: z.number(),
	}),
	hand: z.object({ kind: z.literal("hand"), ...measured, value: limit }),
});
export type RoundResult = z.infer<typeof RoundResult>;

export const RoundEntry = z.object({
	id: z.string(),
	placeId: z.string(),
	placeName: z.string(),
	/** The time that counts: `readAt`, corrected by how far the phone's clock was off. */
	at: z.number(),
	readAt: z.number(),
	receivedAt: z.number(),
	/** How far the phone's clock was ahead. Null: less than five minutes. */
	clockOffMs: z.nullable(z.number()),
	/** The time of the round that it is for. Null: a further check. */
	dueAt: z.nullable(z.number()),
	by: z.string(),
	results: z.array(RoundResult),
	reason: z.string(),
	/** The user who stated the reason later. Null: it came with the entry. */
	reasonBy: z.nullable(z.string()),
});
export type RoundEntry = z.infer<typeof RoundEntry>;

const listedCheck = { id: z.string(), name: z.string(), unit: z.string(), low: limit, high: limit };

/** `channelId` of `readings` null: the device or its channel is deleted. */
const ListedRoundCheck = oneOf("kind", {
	readings: z.object({
		kind: z.literal("readings"),
		...listedCheck,
		channelId: z.string(),
		deviceId: z.nullable(z.string()),
	}),
	hand: z.object({ kind: z.literal("hand"), ...listedCheck }),
});
export type ListedRoundCheck = z.infer<typeof ListedRoundCheck>;

const ListedRoundPlace = z.object({ id: z.string(), name: z.string(), checks: z.array(ListedRoundCheck) });
export type ListedRoundPlace = z.infer<typeof ListedRoundPlace>;

export const Round = z.object({
	id: RoundId,
	version: z.number(),
	name: z.string(),
	groupId: z.nullable(z.string()),
	groupName: z.nullable(z.string()),
	...RoundSchedule.shape,
	/** Omits places of devices out of the caller's scope. */
	places: z.array(ListedRoundPlace),
	/** Null if the round is read-only. */
	people: z.nullable(RoundPeople),
	/** Why a member of some groups cannot change it: `places` or `people` that the member does not see. Absent: it can be changed. */
	readOnly: z.optional(z.enum(["places", "people"])),
	/** Earlier dues do not belong to this schedule. */
	since: z.number(),
	/** From a day ago until `aheadMs` ahead, ascending. */
	dues: z.array(z.number()),
	/** Checks of the last days, oldest first. */
	recent: z.array(z.object({ placeId: z.string(), at: z.number(), dueAt: z.nullable(z.number()), by: z.string() })),
});
export type Round = z.infer<typeof Round>;

/** Lowest and highest of the checks since the place's last entry. */
export const RoundSinceLast = z.array(
	z.object({
		placeId: z.string(),
		last: z.nullable(z.object({ at: z.number(), by: z.string() })),
		results: z.array(RoundResult),
	}),
);
export type RoundSinceLast = z.infer<typeof RoundSinceLast>;

export const RoundHistory = z.object({
	/** Newest first. */
	entries: z.array(RoundEntry),
	/** Missed due times, newest first, also if they were entered later. */
	missed: z.array(z.number()),
});
export type RoundHistory = z.infer<typeof RoundHistory>;

/** Text for records, which have no reader's language. */
export function roundPlaceText({ name, checks }: RoundPlace): string {
	const texts = checks.map((check) => {
		const what = check.kind === "hand" ? `${check.name} ${check.unit}`.trim() : check.channelId;
		return `${what} from ${check.low ?? "any"} to ${check.high ?? "any"}`;
	});
	return `${name}: ${texts.length === 0 ? "seen" : texts.join("; ")}`;
}
