import { errorKey } from "../../shared/base/error-key";
import { isDirection } from "../../shared/formats/units";
import { duesOf, windowOf } from "../../shared/round/due-times";
import {
	type CreateRound,
	type Round,
	type RoundPeople,
	type RoundPlace,
	type RoundSchedule,
	type RoundTarget,
	roundLimits,
	type UpdateRound,
} from "../../shared/round/round";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { nameableRecipients } from "../contact/contact-projection";
import { findChannel } from "../db/channel-rows";
import { findContacts } from "../db/contact-rows";
import { isSameValue } from "../db/device-rows";
import { findGroup } from "../db/group-rows";
import { listRosters } from "../db/roster-rows";
import { deleteRoundRow, insertRound, listRounds, type RoundRow, updateRoundRow } from "../db/round-rows";
import { groupsInScope, isDeviceInScope } from "../group/scope";
import { editableRoundOrThrow, visibleRound } from "./round-projection";
import { firstLookAt } from "./round-watch";

/** Throws ROUND_LIMIT, and InputError for a taken name, or for something that is missing or hidden from the caller. */
export function createRound({ ctx, input }: Call<CreateRound>): Round {
	const id = ctx.newId("round");
	ctx.audit.change({ round: [id] }, () => {
		if (listRounds(ctx.db).length >= roundLimits.rounds) throw domainError("ROUND_LIMIT", { most: roundLimits.rounds });
		assertAcceptable(ctx, input, null);
		const { name, groupId } = input;
		const plan = scheduleOf(input);
		const now = { since: ctx.now, lookedTo: ctx.now, lookAt: firstLookAt(plan, ctx.now) };
		const created = { id, name, groupId, plan, places: input.places, people: peopleOf(input) };
		insertRound(ctx.db, { ...created, ...now, createdAt: new Date(ctx.now) });
	});
	roundsChanged(ctx);
	return visibleRound(ctx, id);
}

/** Throws CHANGED_MEANWHILE, NOT_PERMITTED, ROUND_NOT_FOUND and InputError. */
export function updateRound({ ctx, input }: Call<UpdateRound>): Round {
	const { roundId, version, name, groupId, places } = input;
	ctx.audit.change({ round: [roundId] }, () => {
		const before = editableRoundOrThrow(ctx, roundId);
		if (before.version !== version) throw domainError("CHANGED_MEANWHILE", { roundId });
		assertAcceptable(ctx, input, before);
		const plan = scheduleOf(input);
		const changed = { name, groupId, places, plan, people: peopleOf(input) };
		if (isSameValue(changed, { ...before, ...pickChanged(before) })) return;
		const from = isSameValue(plan, before.plan) ? before.since : sinceOf(before, plan, ctx.now);
		const lookedTo = Math.max(before.lookedTo, from);
		updateRoundRow(ctx.db, roundId, {
			...changed,
			since: from,
			lookedTo,
			lookAt: firstLookAt(plan, lookedTo),
			version: version + 1,
		});
	});
	roundsChanged(ctx);
	return visibleRound(ctx, roundId);
}

function pickChanged({ name, groupId, places, plan, people }: RoundRow) {
	return { name, groupId, places, plan, people };
}

/** A due whose window is open stays if the new schedule has it too. The new schedule has no other dues before now. */
function sinceOf({ plan, since }: RoundRow, after: RoundSchedule, now: number): number {
	const open = duesOf(plan, { from: Math.max(since, now - windowOf(plan, 0).missedAt), to: now });
	const both = open.find((dueAt) => duesOf(after, { from: dueAt, to: dueAt + 1 }).length > 0);
	return both ?? now;
}

/** Its entries stay in the account's data. Throws NOT_PERMITTED and ROUND_NOT_FOUND. */
export function deleteRound({ ctx, input }: Call<RoundTarget>): string {
	ctx.audit.change({ round: [input.roundId] }, () => {
		deleteRoundRow(ctx.db, editableRoundOrThrow(ctx, input.roundId).id);
	});
	roundsChanged(ctx);
	return input.roundId;
}

function scheduleOf({ zone, times, opensMinutes, graceMinutes, closedDays }: CreateRound): RoundSchedule {
	return { zone, times, opensMinutes, graceMinutes, closedDays: [...closedDays].sort() };
}

function peopleOf({ contactIds, rosterIds, escalation }: CreateRound): RoundPeople {
	return { contactIds, rosterIds, escalation };
}

function assertAcceptable(ctx: MemberContext, input: CreateRound, before: RoundRow | null): void {
	const { db } = ctx;
	const key = input.name.normalize("NFC").toLowerCase();
	const isTaken = listRounds(db).some(
		({ id, name }) => id !== before?.id && name.normalize("NFC").toLowerCase() === key,
	);
	if (isTaken) throw new InputError({ name: errorKey("round.nameTaken") });
	const groupIds = groupsInScope(ctx);
	if (groupIds !== "all" && input.groupId === null) throw new InputError({ groupId: errorKey("round.groupOwn") });
	const isSeen = groupIds === "all" || input.groupId === null || groupIds.includes(input.groupId);
	if (input.groupId !== null && !(isSeen && findGroup(db, input.groupId))) {
		throw new InputError({ groupId: errorKey("round.groupGone") });
	}
	const known = new Set(before?.places.flatMap(channelIdsOf));
	for (const [index, place] of input.places.entries()) {
		for (const [position, check] of place.checks.entries()) {
			if (check.kind === "hand") continue;
			const found = findChannel(db, check.channelId);
			const channel = found && isDeviceInScope(ctx, found.deviceId) ? found : null;
			const isFine = channel ? !channel.derived && !isDirection(channel.quantity) : known.has(check.channelId);
			const field = `places.${index}.checks.${position}.channelId`;
			if (!isFine) throw new InputError({ [field]: errorKey(channel ? "round.channelUnfit" : "round.channelGone") });
		}
	}
	assertPeople(ctx, input, "");
	if (input.escalation) assertPeople(ctx, input.escalation, "escalation.");
}

function channelIdsOf({ checks }: RoundPlace): string[] {
	return checks.flatMap((check) => (check.kind === "readings" ? check.channelId : []));
}

function assertPeople(
	ctx: MemberContext,
	{ contactIds, rosterIds }: { contactIds: string[]; rosterIds: string[] },
	path: string,
): void {
	const { db } = ctx;
	const nameable = nameableRecipients(ctx);
	const areNameable = nameable === "all" || contactIds.every((id) => nameable.contactIds.has(id));
	if (!areNameable || findContacts(db, contactIds).length < contactIds.length) {
		throw new InputError({ [`${path}contactIds`]: errorKey("contact.gone") });
	}
	const known = listRosters(db).map(({ id }) => id);
	const rosters = new Set(nameable === "all" ? known : known.filter((id) => nameable.rosterIds.has(id)));
	if (!rosterIds.every((id) => rosters.has(id))) {
		throw new InputError({ [`${path}rosterIds`]: errorKey("roster.gone") });
	}
}

/** Members read rounds with reports, as evidence. */
export function roundsChanged({ invalidations }: Pick<MemberContext, "invalidations">): void {
	invalidations.changed("reports", "all");
}
