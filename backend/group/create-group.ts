import type { CreateGroup, Group } from "../../shared/group";
import { limits } from "../../shared/limits";
import type { Verb } from "../context";
import { raiseDeviceVersions } from "../device/device-rows";
import { domainError } from "../errors";
import { addConfigEvent } from "../log/events/add-config-event";
import { assertGroupName } from "./assert-group-name";
import { checkedMembers } from "./checked-members";
import { insertGroup, listGroupRows } from "./group-rows";
import { insertMemberships } from "./membership-rows";
import { assertWholeScope, groupOrThrow } from "./scope";
import { settleGroups } from "./settle-groups";
import { wholeGroup } from "./whole-group";

/** Throws NOT_PERMITTED, GROUP_LIMIT, DEVICE_NOT_FOUND, GROUP_NOT_FOUND, and InputError for a name that is taken. */
export async function createGroup({ ctx, input }: Verb<CreateGroup>): Promise<Group> {
	assertWholeScope(ctx);
	const { name, description, colour, defaults, members } = input;
	const id = ctx.newId("group");
	ctx.db.transaction(() => {
		if (listGroupRows(ctx.db).length >= limits.groups) throw domainError("GROUP_LIMIT", { most: limits.groups });
		assertGroupName(ctx.db, name, null);
		const { filter, deviceIds } = checkedMembers(ctx, members, null);
		const createdAt = new Date(ctx.now);
		insertGroup(ctx.db, { id, name, kind: members.kind, description, colour, filter, defaults, createdAt });
		insertMemberships(
			ctx.db,
			deviceIds.map((deviceId) => ({ groupId: id, deviceId })),
		);
		raiseDeviceVersions(ctx.db, deviceIds);
		settleGroups(ctx, filter === null ? deviceIds : "all");
		addConfigEvent(ctx, null, `Group ${name} added`);
	});
	await ctx.watch.intervalsChanged();
	return wholeGroup(ctx, groupOrThrow(ctx, id), () => []);
}
