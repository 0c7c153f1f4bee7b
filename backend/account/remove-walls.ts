import { addConfigEvent } from "../activity/log-events";
import type { MemberContext } from "../base/context";
import type { UserRow } from "../db/account-rows";
import { deleteWall, listWalls } from "../db/wall-rows";
import { visibleGroupIds } from "../group/scope";

export function removeWalls(ctx: MemberContext, { id: makerId }: Pick<UserRow, "id">): void {
	const made = listWalls(ctx.db).filter(
		({ createdBy, groupId }) => createdBy === makerId && visibleGroupIds(ctx, [groupId]).length > 0,
	);
	if (made.length === 0) return;
	ctx.audit.change({ wall: made.map(({ id }) => id) }, () => {
		for (const { id, name } of made) {
			deleteWall(ctx.db, id);
			addConfigEvent(ctx, null, `Screen ${name} removed`);
		}
	});
	ctx.invalidations.changed("groups", "all");
}
