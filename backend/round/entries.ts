import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { dueFor } from "../../shared/round/due-times";
import { entryTime } from "../../shared/round/entry-time";
import { isBeyond } from "../../shared/round/hand-value";
import {
	type AddRoundEntry,
	type ExplainRoundEntry,
	type ListedRoundPlace,
	type RoundEntry,
	type RoundHistory,
	type RoundHistoryTarget,
	type RoundResult,
	roundLimits,
} from "../../shared/round/round";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import {
	countEntriesSince,
	findLastEntry,
	findRoundEntry,
	insertRoundEntry,
	listRoundEntries,
	listRoundMisses,
	type RoundEntryRow,
	updateRoundEntry,
} from "../db/round-rows";
import { roundsChanged } from "./edit-rounds";
import { entriesSeen, placesSeen, roundOrThrow, toRoundEntry } from "./round-projection";
import { readingsSince } from "./since-last";

/** The same id again changes nothing. Throws ROUND_NOT_FOUND, ROUND_ENTRY_LIMIT and InputError. */
export async function addEntry({ ctx, input }: Call<AddRoundEntry>): Promise<RoundEntry> {
	const round = roundOrThrow(ctx, input.roundId);
	const known = knownEntry(ctx, input);
	if (known) return unchanged(ctx, known);
	const place = placesSeen(ctx, [round])(round).find(({ id }) => id === input.placeId);
	if (!place) throw new InputError({ placeId: errorKey("round.placeGone") });
	const { at, clockOffMs } = entryTime(input, ctx.now);
	if (at < ctx.now - roundLimits.oldestEntryMs) throw new InputError({ readAt: errorKey("round.tooOld") });
	const byHand = handResults(place, input);
	const last = findLastEntry(ctx.db, { roundId: round.id, placeId: place.id, before: at });
	const results = [...(await readingsSince(ctx, place, { last, at })), ...byHand];
	const row: RoundEntryRow = {
		id: input.id,
		roundId: round.id,
		roundName: round.name,
		placeId: place.id,
		placeName: place.name,
		deviceIds: place.checks.flatMap((check) => (check.kind === "readings" ? (check.deviceId ?? []) : [])),
		at,
		readAt: input.readAt,
		receivedAt: ctx.now,
		clockOffMs,
		dueAt: dueFor(round.plan, at, round.since),
		userId: ctx.user.id,
		userName: ctx.user.name,
		results,
		reason: input.reason,
		reasonBy: null,
		reasonAt: null,
	};
	// The same entry may have come while readings were read.
	const raced = knownEntry(ctx, input);
	if (raced) return unchanged(ctx, raced);
	ctx.db.transaction(() => {
		if (countEntriesSince(ctx.db, ctx.now - dayMs) >= roundLimits.entriesPerDay) throw domainError("ROUND_ENTRY_LIMIT");
		insertRoundEntry(ctx.db, row);
		ctx.audit.makes();
		ctx.audit.act({ round: [round.id] }, { place: place.name, entry: input.id });
	});
	roundsChanged(ctx);
	return toRoundEntry(row);
}

function knownEntry({ db, user }: MemberContext, { id, roundId }: AddRoundEntry): RoundEntryRow | null {
	const known = findRoundEntry(db, id);
	if (known && (known.userId !== user.id || known.roundId !== roundId))
		throw new InputError({ id: errorKey("id.invalid") });
	return known;
}

function unchanged(ctx: MemberContext, entry: RoundEntryRow): RoundEntry {
	ctx.audit.exempt();
	return toRoundEntry(entry);
}

/** Throws InputError for values that the place does not have, and for a missing reason. */
function handResults(place: ListedRoundPlace, { values, reason }: AddRoundEntry): RoundResult[] {
	const checks = place.checks.filter((check) => check.kind === "hand");
	const strange = values.findIndex(({ checkId }) => !checks.some(({ id }) => id === checkId));
	if (strange >= 0) throw new InputError({ [`values.${strange}.checkId`]: errorKey("round.placeGone") });
	const results = checks.map(({ id: checkId, name, unit, low, high }): RoundResult => {
		const value = values.find((each) => each.checkId === checkId)?.value ?? null;
		return { kind: "hand", checkId, name, unit, low, high, value };
	});
	const isOpen = results.some(
		(result) => result.kind === "hand" && (result.value === null || isBeyond(result, result.value)),
	);
	if (isOpen && reason === "") throw new InputError({ reason: errorKey("round.reasonMissing") });
	return results;
}

/** States the reason of an entry that has none: a phone without a network does not know the readings. */
export function explainEntry({ ctx, input }: Call<ExplainRoundEntry>): RoundEntry {
	const round = roundOrThrow(ctx, input.roundId);
	const entry = findRoundEntry(ctx.db, input.entryId);
	const isSeen = entry?.roundId === round.id && entriesSeen(ctx, [entry]).length === 1;
	if (!entry || !isSeen) throw domainError("ROUND_ENTRY_NOT_FOUND", { entryId: input.entryId });
	if (entry.reason !== "") throw domainError("CHANGED_MEANWHILE", { entryId: entry.id });
	const stated = { reason: input.reason, reasonBy: ctx.user.name, reasonAt: ctx.now };
	ctx.db.transaction(() => {
		updateRoundEntry(ctx.db, entry.id, stated);
		ctx.audit.act({ round: [round.id] }, { place: entry.placeName, entry: entry.id, reason: input.reason });
	});
	roundsChanged(ctx);
	return toRoundEntry({ ...entry, ...stated });
}

/** Throws ROUND_NOT_FOUND. */
export function getRoundHistory({ ctx, input }: Call<RoundHistoryTarget>): RoundHistory {
	const { id } = roundOrThrow(ctx, input.roundId);
	return {
		entries: entriesSeen(ctx, listRoundEntries(ctx.db, id, input, roundLimits.entriesListed)),
		missed: listRoundMisses(ctx.db, id, input).map(({ dueAt }) => dueAt),
	};
}
