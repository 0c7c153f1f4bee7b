import * as z from "zod/mini";
import { errorKey } from "../../../shared/base/error-key";
import { searchedFields, textByCriterion } from "../../../shared/base/plain-fields";
import { GroupFilter } from "../../../shared/device/device-filter";
import { saidText } from "../../../shared/log/said-text";
import { addConfigEvents } from "../../activity/log-events";
import type { AccountDb } from "../../base/context";
import { type DomainError, domainError } from "../../base/errors";
import { type DeviceRow, isSameValue, saveDevice } from "../../db/device-rows";
import { listGroups } from "../../db/group-rows";
import { listGroupsWithEffect, type Membership, moveDevices } from "../../db/membership-rows";
import { recomputeDevices } from "../../group/recompute-devices";
import { saidOfChange } from "./change-text";
import { type ChangeStore, type DeviceChange, versionAfter } from "./device-change";

const denialText = errorKey("device.leavesScope");

/** Call within a transaction. Throws NOT_PERMITTED if a scope of groups would change a membership. */
export function writeDeviceChanges(ctx: ChangeStore, changes: DeviceChange[]): void {
	const deviceIds = changes.map(({ before }) => before.id);
	ctx.audit.change({ device: deviceIds }, () => writeChanges(ctx, deviceIds, changes));
}

function writeChanges(ctx: ChangeStore, deviceIds: string[], changes: DeviceChange[]): void {
	const { db, invalidations } = ctx;
	const joins = movesOf(changes, "joins");
	const leaves = movesOf(changes, "leaves");
	for (const change of changes) saveDevice(db, { ...change.after, version: versionAfter(change) });
	moveDevices(db, { joins, leaves });
	const recomputed = recomputeDevices(db, deviceIds);
	const isMoving = joins.length + leaves.length + recomputed.memberships.length > 0;
	if (isMoving && ctx.user.scope !== "all") throw membershipDenial(db, changes);
	const groupNames = namesOf(ctx, [...joins, ...leaves]);
	addConfigEvents(
		ctx,
		changes.map((change) => {
			const groupIds = [...change.joins, ...change.leaves];
			const text = saidOfChange(change, groupNames);
			const unnamed = saidOfChange(change, null);
			const naming = groupIds.length === 0 ? null : { groupIds, unnamed: saidText(unnamed), unnamedSaid: unnamed };
			return { deviceId: change.before.id, text, naming };
		}),
	);
	// A device that left a group no longer identifies that group's users.
	const concerned = isMoving ? "all" : deviceIds;
	invalidations.changed("devices", concerned);
	if (isMoving || changes.some(isArchivedOrRestored)) invalidations.changed("groups", concerned);
}

function isArchivedOrRestored({ before, after }: DeviceChange): boolean {
	return (before.archivedAt === null) !== (after.archivedAt === null);
}

function movesOf(changes: DeviceChange[], side: "joins" | "leaves"): Membership[] {
	return changes.flatMap((change) => change[side].map((groupId) => ({ groupId, deviceId: change.before.id })));
}

function namesOf({ db }: ChangeStore, moves: Membership[]): Map<string, string> {
	const groupIds = [...new Set(moves.map(({ groupId }) => groupId))];
	if (groupIds.length === 0) return new Map();
	return new Map(listGroups(db, groupIds).map(({ id, name }) => [id, name]));
}

const lookedAt = {
	search: searchedFields,
	groupIds: [],
	tags: ["tags"],
	...textByCriterion((text) => [text]),
	powers: ["power"],
} as const satisfies Record<keyof GroupFilter, readonly (keyof DeviceRow)[]>;

function membershipDenial(db: AccountDb, changes: DeviceChange[]): DomainError {
	const isByHand = changes.some(({ joins, leaves }) => joins.length + leaves.length > 0);
	const places = isByHand ? ["groupIds"] : movingFacts(db, changes);
	return domainError(
		"NOT_PERMITTED",
		{ scope: "groups" },
		{ fields: Object.fromEntries(places.map((at) => [at, denialText])) },
	);
}

function movingFacts(db: AccountDb, changes: DeviceChange[]): string[] {
	const filters = listGroupsWithEffect(db).flatMap(({ filter }) => filter ?? []);
	const isUsed = (criterion: keyof GroupFilter) => filters.some((filter) => (filter[criterion]?.length ?? 0) > 0);
	const facts = z
		.keyof(GroupFilter)
		.options.flatMap((criterion): readonly (keyof DeviceRow)[] => (isUsed(criterion) ? lookedAt[criterion] : []));
	const isChanged = (fact: keyof DeviceRow) =>
		changes.some(({ before, after }) => !isSameValue(before[fact], after[fact]));
	return [...new Set(facts)].filter(isChanged);
}
