import * as z from "zod/mini";
import { errorKey } from "../../shared/base/error-key";
import type { Undone } from "../../shared/device/device-inputs";
import { FloorPlanPosition, type PlaceDevice, type PlacedOnPlan } from "../../shared/device/floor-plan";
import { createUndo } from "../activity/create-undo";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { deletePlacement, findFloorPlan, findPlacement, savePlacement } from "../db/floor-plan-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { currentDevicesOrThrow, visibleGroupIds } from "../group/scope";
import { floorPlanOrThrow } from "./edit-floor-plans";

type Position = FloorPlanPosition | null;
type Placing = { planId: string; deviceId: string; position: Position };

/** `id` is the device: a purge removes entries of deleted devices by it. */
const PlacementUndo = z.object({
	id: z.string(),
	planId: z.string(),
	before: z.nullable(FloorPlanPosition),
	after: z.nullable(FloorPlanPosition),
});

/** The last write wins. Throws FLOOR_PLAN_NOT_FOUND, DEVICE_NOT_FOUND, DEVICE_ARCHIVED, and InputError outside the group. */
export function placeDevice({ ctx, input }: Call<PlaceDevice>): PlacedOnPlan {
	const { planId, deviceId, position } = input;
	const { plan } = floorPlanOrThrow(ctx, planId);
	currentDevicesOrThrow(ctx, [deviceId]);
	if (!isInGroup(ctx, plan.groupId, deviceId)) throw new InputError({ deviceId: errorKey("floorPlan.notInGroup") });
	const before = positionOf(ctx, input);
	if (isSamePosition(before, position)) {
		ctx.audit.exempt();
		return { undoId: null };
	}
	const undoId = ctx.audit.change({ group: [plan.groupId] }, () => {
		writePosition(ctx, input);
		const entries = [{ id: deviceId, planId, before, after: position }];
		return createUndo(ctx, { kind: "placements", entries });
	});
	ctx.invalidations.changed("groups", [deviceId]);
	return { undoId };
}

export function seesPlacements(ctx: MemberContext, entries: unknown[]): boolean {
	return z
		.array(PlacementUndo)
		.parse(entries)
		.every(({ planId }) => {
			const plan = findFloorPlan(ctx.db, planId);
			return plan !== null && visibleGroupIds(ctx, [plan.groupId]).length > 0;
		});
}

/** Skips a device that was moved again meanwhile. Calls `take` first in the transaction. */
export function undoPlacements(ctx: MemberContext, stored: unknown[], take: () => void): Undone {
	const entries = z.array(PlacementUndo).parse(stored);
	const plans = entries.flatMap(({ planId }) => findFloorPlan(ctx.db, planId) ?? []);
	let restored = 0;
	ctx.audit.change({ group: [...new Set(plans.map(({ groupId }) => groupId))] }, () => {
		take();
		for (const { id: deviceId, planId, before, after } of entries) {
			if (!isSamePosition(positionOf(ctx, { planId, deviceId }), after)) continue;
			writePosition(ctx, { planId, deviceId, position: before });
			restored += 1;
		}
	});
	ctx.invalidations.changed(
		"groups",
		entries.map(({ id }) => id),
	);
	return { restored, skipped: entries.length - restored };
}

function isInGroup({ db }: MemberContext, groupId: string, deviceId: string): boolean {
	return (groupIdsByDevice(db, deviceId).get(deviceId) ?? []).includes(groupId);
}

function positionOf({ db }: MemberContext, placed: Omit<Placing, "position">): Position {
	const row = findPlacement(db, placed);
	return row && { x: row.x, y: row.y };
}

function isSamePosition(one: Position, other: Position): boolean {
	return one?.x === other?.x && one?.y === other?.y;
}

function writePosition({ db, now }: MemberContext, { planId, deviceId, position }: Placing): void {
	if (position === null) deletePlacement(db, { planId, deviceId });
	else savePlacement(db, { planId, deviceId, ...position, placedAt: now, absentSince: null });
}
