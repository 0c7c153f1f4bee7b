import { CreateWall, type NewWall, type Wall, WallTarget } from "../../shared/account/wall";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { findUser } from "../db/account-rows";
import { findFloorPlan } from "../db/floor-plan-rows";
import { deleteWall, findWall, insertWall, listWalls, type WallRow } from "../db/wall-rows";
import { groupOrThrow, visibleGroupIds } from "../group/scope";

export const wallRouter = router({
	getWalls: procedureFor("editKeys").query(({ ctx }) => getWalls({ ctx, input: undefined })),
	createWall: procedureFor("editKeys").input(CreateWall).mutation(createWall),
	removeWall: procedureFor("editKeys").input(WallTarget).mutation(removeWall),
});

function getWalls({ ctx }: Call): Wall[] {
	return listWalls(ctx.db)
		.filter((wall) => isVisible(ctx, wall))
		.map((wall) => toWall(ctx, wall));
}

/** The token reads the group's tiles without a sign-in. Throws GROUP_NOT_FOUND and FLOOR_PLAN_NOT_FOUND. */
async function createWall({
	ctx,
	input: { groupId, name, days, floorPlanId = null },
}: Call<CreateWall>): Promise<NewWall> {
	const id = ctx.newId("wall");
	const { key: token, digest: tokenDigest } = await ctx.wallTokens.mint(ctx.accountId, id);
	const row: WallRow = {
		id,
		groupId,
		name,
		tokenDigest,
		createdBy: ctx.user.id,
		createdAt: new Date(ctx.now),
		lastSeenAt: null,
		warnedDays: null,
		expiresAt: days === null ? null : new Date(ctx.now + days * dayMs),
		floorPlanId,
	};
	ctx.audit.change({ wall: [id] }, () => {
		const group = groupOrThrow(ctx, groupId);
		if (listWalls(ctx.db).length >= serverLimits.walls) {
			throw new InputError({ name: errorKey("walls.tooMany", { most: serverLimits.walls }) });
		}
		if (floorPlanId !== null && findFloorPlan(ctx.db, floorPlanId)?.groupId !== group.id) {
			throw domainError("FLOOR_PLAN_NOT_FOUND", { floorPlanId });
		}
		insertWall(ctx.db, row);
		addConfigEvent(ctx, null, said("screen.added", { name, group: group.name }));
	});
	return { wall: toWall(ctx, row), token };
}

/** Returns the remaining screens. Throws WALL_NOT_FOUND. */
function removeWall({ ctx, input: { wallId } }: Call<WallTarget>): Wall[] {
	ctx.audit.change({ wall: [wallId] }, () => {
		const wall = findWall(ctx.db, wallId);
		if (!wall || !isVisible(ctx, wall)) throw domainError("WALL_NOT_FOUND", { wallId });
		deleteWall(ctx.db, wallId);
		addConfigEvent(ctx, null, said("screen.removed", { name: wall.name }));
	});
	return getWalls({ ctx, input: undefined });
}

function isVisible(ctx: MemberContext, { groupId }: WallRow): boolean {
	return visibleGroupIds(ctx, [groupId]).length > 0;
}

function toWall({ db }: MemberContext, { tokenDigest: _, warnedDays: __, ...wall }: WallRow): Wall {
	return { ...wall, createdByName: findUser(db, wall.createdBy)?.name ?? null };
}
