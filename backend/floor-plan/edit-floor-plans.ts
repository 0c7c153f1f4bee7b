import type { Attachment } from "../../shared/base/attachment";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { addTo } from "../../shared/base/multi-map";
import {
	type AddFloorPlan,
	type ChangeFloorPlan,
	type FloorPlan,
	type FloorPlanTarget,
	floorPlanLimits,
	type GetFloorPlans,
	isSameShape,
	type PlacedDevice,
} from "../../shared/device/floor-plan";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import { freeAttachments, takeAttachment } from "../attachment/attachments";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { findAttachment } from "../db/attachment-rows";
import {
	changeFloorPlanRow,
	deleteFloorPlanRows,
	deletePlacementsOf,
	type FloorPlanRow,
	findFloorPlan,
	insertFloorPlan,
	listFloorPlans,
	listPlaced,
} from "../db/floor-plan-rows";
import { groupOrThrow } from "../group/scope";

export function getFloorPlans({ ctx, input: { groupId } }: Call<GetFloorPlans>): FloorPlan[] {
	const group = groupOrThrow(ctx, groupId);
	return toFloorPlans(ctx, listFloorPlans(ctx.db, [group.id]));
}

/** Throws GROUP_NOT_FOUND, ATTACHMENT_NOT_FOUND and InputError. */
export function addFloorPlan({ ctx, input }: Call<AddFloorPlan>): FloorPlan {
	const { groupId, name, altText, parentId, attachmentId } = input;
	const id = ctx.newId("floorPlan");
	ctx.audit.change({ group: [groupId] }, () => {
		const group = groupOrThrow(ctx, groupId);
		const most = floorPlanLimits.perGroup;
		if (listFloorPlans(ctx.db, [group.id]).length >= most) {
			throw new InputError({ name: errorKey("floorPlan.tooMany", { most }) });
		}
		assertParent(ctx, { id, groupId, parentId });
		const size = takePicture(ctx, { id, groupId, attachmentId });
		const created = { createdAt: ctx.now, createdBy: ctx.user.id, checkAt: ctx.now + dayMs };
		insertFloorPlan(ctx.db, { id, groupId, parentId, name, altText, attachmentId, ...size, ...created });
		addConfigEvent(ctx, null, said("floorPlan.added", { name, group: group.name }));
	});
	ctx.invalidations.changed("groups", "all");
	return wholePlan(ctx, id);
}

/** Throws FLOOR_PLAN_NOT_FOUND, CHANGED_MEANWHILE, ATTACHMENT_NOT_FOUND and InputError. */
export function changeFloorPlan({ ctx, input }: Call<ChangeFloorPlan>): FloorPlan {
	const { planId, version, positions, ...fields } = input;
	const { groupId } = floorPlanOrThrow(ctx, planId).plan;
	ctx.audit.change({ group: [groupId] }, () => {
		const { plan, group } = floorPlanOrThrow(ctx, planId);
		if (plan.version !== version) throw domainError("CHANGED_MEANWHILE", { planId });
		assertParent(ctx, { ...plan, parentId: fields.parentId });
		const size = fields.attachmentId === plan.attachmentId ? plan : replacePicture(ctx, plan, input);
		const { width, height } = size;
		changeFloorPlanRow(ctx.db, planId, { ...fields, width, height });
		if (positions === "remove" && size !== plan) deletePlacementsOf(ctx.db, [planId]);
		addConfigEvent(ctx, null, said("floorPlan.changed", { name: fields.name, group: group.name }));
	});
	ctx.invalidations.changed("groups", "all");
	return wholePlan(ctx, planId);
}

/** Throws FLOOR_PLAN_NOT_FOUND. */
export function removeFloorPlan({ ctx, input: { planId } }: Call<FloorPlanTarget>): FloorPlan[] {
	const { groupId } = floorPlanOrThrow(ctx, planId).plan;
	ctx.audit.change({ group: [groupId] }, () => {
		const { plan, group } = floorPlanOrThrow(ctx, planId);
		deleteFloorPlanRows(ctx.db, [planId]);
		freeAttachments(ctx, "floorPlan", [planId]);
		addConfigEvent(ctx, null, said("floorPlan.removed", { name: plan.name, group: group.name }));
	});
	ctx.invalidations.changed("groups", "all");
	return toFloorPlans(ctx, listFloorPlans(ctx.db, [groupId]));
}

/** Throws FLOOR_PLAN_NOT_FOUND, also out of scope. */
export function floorPlanOrThrow(ctx: MemberContext, planId: string) {
	const plan = findFloorPlan(ctx.db, planId);
	if (!plan) throw domainError("FLOOR_PLAN_NOT_FOUND", { planId });
	try {
		return { plan, group: groupOrThrow(ctx, plan.groupId) };
	} catch (cause) {
		throw domainError("FLOOR_PLAN_NOT_FOUND", { planId }, { cause });
	}
}

type Picture = Pick<FloorPlanRow, "id" | "groupId" | "attachmentId">;

function replacePicture(ctx: MemberContext, plan: FloorPlanRow, input: ChangeFloorPlan) {
	freeAttachments(ctx, "floorPlan", [plan.id]);
	const size = takePicture(ctx, { ...plan, attachmentId: input.attachmentId });
	const isAsked = input.positions === undefined && !isSameShape(size, plan);
	if (isAsked && listPlaced(ctx.db, [plan.id]).length > 0) {
		throw new InputError({ positions: errorKey("floorPlan.otherShape") });
	}
	return size;
}

function takePicture(ctx: MemberContext, { id, groupId, attachmentId }: Picture): { width: number; height: number } {
	const file: Attachment = takeAttachment(ctx, attachmentId, { use: "floorPlan", useId: id, groupId });
	const { width, height } = findAttachment(ctx.db, attachmentId) ?? {};
	if (!width || !height) throw new InputError({ attachmentId: errorKey("floorPlan.noPicture") });
	const { side, bytes, pngPixels } = floorPlanLimits;
	if (Math.max(width, height) > side) throw new InputError({ attachmentId: errorKey("floorPlan.tooWide", { side }) });
	if (file.bytes > bytes) throw new InputError({ attachmentId: errorKey("floorPlan.tooLarge") });
	if (file.mediaType === "image/png" && width * height > pngPixels) {
		throw new InputError({ attachmentId: errorKey("floorPlan.pngTooWide", { megapixels: pngPixels / 1_000_000 }) });
	}
	return { width, height };
}

/** Two levels: a room is on a building's list, and has no rooms of its own. */
function assertParent({ db }: MemberContext, plan: Pick<FloorPlanRow, "id" | "groupId" | "parentId">): void {
	if (plan.parentId === null) return;
	const parent = findFloorPlan(db, plan.parentId);
	const isBuilding = parent?.groupId === plan.groupId && parent.parentId === null && parent.id !== plan.id;
	const hasRooms = listFloorPlans(db, [plan.groupId]).some(({ parentId }) => parentId === plan.id);
	if (!isBuilding || hasRooms) throw new InputError({ parentId: errorKey("floorPlan.parent") });
}

function wholePlan(ctx: MemberContext, planId: string): FloorPlan {
	const [plan] = toFloorPlans(ctx, [floorPlanOrThrow(ctx, planId).plan]);
	if (!plan) throw domainError("FLOOR_PLAN_NOT_FOUND", { planId });
	return plan;
}

function toFloorPlans({ db }: MemberContext, rows: FloorPlanRow[]): FloorPlan[] {
	const ids = rows.map(({ id }) => id);
	const placed = new Map<string, PlacedDevice[]>();
	for (const { planId, deviceId, x, y } of listPlaced(db, ids)) addTo(placed, planId, { deviceId, x, y });
	return rows.map(({ checkAt: _, createdAt: __, createdBy: ___, ...plan }) => {
		return { ...plan, devices: placed.get(plan.id) ?? [] };
	});
}
