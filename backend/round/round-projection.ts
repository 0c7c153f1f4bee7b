import { dayMs } from "../../shared/base/durations";
import { duesOf } from "../../shared/round/due-times";
import type {
	ListedRoundCheck,
	ListedRoundPlace,
	Round,
	RoundCheck,
	RoundEntry,
	RoundPlace,
} from "../../shared/round/round";
import { roundLimits } from "../../shared/round/round";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { nameableRecipients } from "../contact/contact-projection";
import { deviceIdsOfChannels, listChannels } from "../db/channel-rows";
import { findContacts } from "../db/contact-rows";
import { isGone } from "../db/deletion-rows";
import { findDevices } from "../db/device-rows";
import { currentGroupIds, findGroup } from "../db/group-rows";
import { listRosters } from "../db/roster-rows";
import { findRound, listRecentChecks, listRounds, type RoundEntryRow, type RoundRow } from "../db/round-rows";
import { devicesInScope, groupsInScope } from "../group/scope";

/** Returns rounds by name. A scope of groups sees the rounds of its groups. */
export function visibleRounds(ctx: MemberContext): Round[] {
	const seen = listRounds(ctx.db).filter((round) => isSeen(ctx, round));
	const placesOf = placesSeen(ctx, seen);
	return seen.map((round) => toRound(ctx, round, placesOf(round)));
}

/** Throws ROUND_NOT_FOUND, also out of scope. */
export function visibleRound(ctx: MemberContext, roundId: string): Round {
	const round = roundOrThrow(ctx, roundId);
	return toRound(ctx, round, placesSeen(ctx, [round])(round));
}

export function roundOrThrow(ctx: MemberContext, roundId: string): RoundRow {
	const round = findRound(ctx.db, roundId);
	if (!round || !isSeen(ctx, round)) throw domainError("ROUND_NOT_FOUND", { roundId });
	return round;
}

/** A merged group is the one that took it in. A deleted one leaves the round to members of the whole account. */
function isSeen(ctx: MemberContext, { groupId }: RoundRow): boolean {
	const visible = groupsInScope(ctx);
	if (visible === "all") return true;
	return groupId !== null && currentGroupIds(ctx.db, [groupId]).some((id) => visible.includes(id));
}

/** Why the caller cannot change the round: it names devices, or people, whom the caller does not see. */
function readOnlyFor(
	ctx: MemberContext,
	{ places, people }: RoundRow,
	seenPlaces: readonly ListedRoundPlace[],
): NonNullable<Round["readOnly"]> | null {
	const nameable = nameableRecipients(ctx);
	if (nameable === "all") return null;
	if (seenPlaces.length < places.length) return "places";
	const { contactIds, rosterIds, escalation } = presentPeople(ctx, people);
	const contacts = [...contactIds, ...(escalation?.contactIds ?? [])];
	const rosters = [...rosterIds, ...(escalation?.rosterIds ?? [])];
	const isNameable =
		contacts.every((id) => nameable.contactIds.has(id)) && rosters.every((id) => nameable.rosterIds.has(id));
	return isNameable ? null : "people";
}

/** Throws NOT_PERMITTED, and ROUND_NOT_FOUND also out of scope. */
export function editableRoundOrThrow(ctx: MemberContext, roundId: string): RoundRow {
	const round = roundOrThrow(ctx, roundId);
	const readOnly = readOnlyFor(ctx, round, placesSeen(ctx, [round])(round));
	if (readOnly !== null) throw domainError("NOT_PERMITTED", { roundId, readOnly });
	return round;
}

/** A scope of groups does not see places with a device outside of it. */
export function placesSeen(ctx: MemberContext, rounds: readonly RoundRow[]): (round: RoundRow) => ListedRoundPlace[] {
	const channelIds = rounds.flatMap(({ places }) => places.flatMap(channelIdsOf));
	const channels = listChannels(ctx.db, deviceIdsOfChannels(ctx.db, channelIds));
	const present = findDevices(ctx.db, [...new Set(channels.map(({ deviceId }) => deviceId))]);
	const devices = new Map(present.filter((device) => !isGone(device, ctx.now)).map((device) => [device.id, device]));
	const byId = new Map(
		channels.filter(({ deviceId }) => devices.has(deviceId)).map((channel) => [channel.id, channel]),
	);
	const visible = devicesInScope(ctx);
	const inScope = visible === "all" ? null : new Set(visible);

	function listed(check: RoundCheck): ListedRoundCheck {
		if (check.kind === "hand") return check;
		const channel = byId.get(check.channelId);
		const { id, low, high, channelId } = check;
		const device = channel && devices.get(channel.deviceId);
		const name = channel && device ? `${device.name}, ${channel.name}` : "";
		return {
			kind: "readings",
			id,
			name,
			unit: channel?.unit ?? "",
			low,
			high,
			channelId,
			deviceId: device?.id ?? null,
		};
	}

	const isVisible = ({ checks }: ListedRoundPlace) =>
		inScope === null || checks.every((check) => check.kind === "hand" || inScope.has(check.deviceId ?? ""));
	return ({ places }) =>
		places.map(({ id, name, checks }) => ({ id, name, checks: checks.map(listed) })).filter(isVisible);
}

function channelIdsOf({ checks }: RoundPlace): string[] {
	return checks.flatMap((check) => (check.kind === "readings" ? check.channelId : []));
}

function toRound(ctx: MemberContext, round: RoundRow, places: ListedRoundPlace[]): Round {
	const { id, version, name, plan, since } = round;
	const groupId = round.groupId === null ? null : (currentGroupIds(ctx.db, [round.groupId])[0] ?? null);
	const readOnly = readOnlyFor(ctx, round, places);
	const seen = new Set(places.map((place) => place.id));
	const recent = listRecentChecks(ctx.db, id, ctx.now - roundLimits.recentMs, roundLimits.entriesListed);
	return {
		id,
		version,
		name,
		groupId,
		groupName: groupId === null ? null : (findGroup(ctx.db, groupId)?.name ?? null),
		...plan,
		places,
		people: readOnly === null ? presentPeople(ctx, round.people) : null,
		...(readOnly !== null && { readOnly }),
		since,
		dues: duesOf(plan, { from: Math.max(since, ctx.now - dayMs), to: ctx.now + roundLimits.aheadMs }),
		recent: recent.filter(({ placeId }) => seen.has(placeId)),
	};
}

/** Omits deleted contacts and rosters. */
function presentPeople({ db }: MemberContext, people: RoundRow["people"]): NonNullable<Round["people"]> {
	const { contactIds, rosterIds, escalation } = people;
	const named = [...contactIds, ...(escalation?.contactIds ?? [])];
	const contacts = new Set(findContacts(db, [...new Set(named)]).map(({ id }) => id));
	const rosters = new Set(listRosters(db).map(({ id }) => id));
	const left = <Of extends { contactIds: string[]; rosterIds: string[] }>(of: Of): Of => ({
		...of,
		contactIds: of.contactIds.filter((id) => contacts.has(id)),
		rosterIds: of.rosterIds.filter((id) => rosters.has(id)),
	});
	return { ...left({ contactIds, rosterIds }), escalation: escalation && left(escalation) };
}

/** A scope of groups does not see entries of places with a device outside of it. */
export function entriesSeen(ctx: MemberContext, entries: readonly RoundEntryRow[]): RoundEntry[] {
	const visible = devicesInScope(ctx);
	const inScope = visible === "all" ? null : new Set(visible);
	return entries.filter(({ deviceIds }) => deviceIds.every((id) => inScope?.has(id) ?? true)).map(toRoundEntry);
}

export function toRoundEntry(row: RoundEntryRow): RoundEntry {
	const { id, placeId, placeName, at, readAt, receivedAt, clockOffMs, dueAt, results, reason, reasonBy } = row;
	return {
		id,
		placeId,
		placeName,
		at,
		readAt,
		receivedAt,
		clockOffMs,
		dueAt,
		by: row.userName,
		results,
		reason,
		reasonBy,
	};
}
