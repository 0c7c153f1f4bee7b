import type { GetGroup, Group } from "../../shared/group";
import type { Verb } from "../context";
import { listDeviceIds } from "./group-rows";
import { groupOrThrow } from "./scope";

export function getGroup({ ctx, input }: Verb<GetGroup>): Group {
	const group = groupOrThrow(ctx, input.id);
	const deviceIds = listDeviceIds(ctx.db, [group.id]);
	return { ...group, deviceCount: deviceIds.length, deviceIds };
}
