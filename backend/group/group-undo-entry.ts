import * as z from "zod/mini";
import { GroupFilter } from "../../shared/device-filter";
import { GroupColour, GroupDefaults, GroupKind } from "../../shared/group";
import type { GroupRow } from "./group-rows";

/** A group as it was, with some of its devices: one of many devices takes several entries. */
export const GroupUndoEntry = z.object({
	group: z.object({
		id: z.string(),
		name: z.string(),
		kind: GroupKind,
		description: z.string(),
		colour: z.nullable(GroupColour),
		version: z.number(),
		filter: z.nullable(GroupFilter),
		defaults: GroupDefaults,
		createdAt: z.coerce.date(),
	}),
	deviceIds: z.array(z.string()),
});
export type GroupUndoEntry = z.infer<typeof GroupUndoEntry>;

/** What is kept in a row of the database must stay far below its 2 MB. */
const devicesPerEntry = 5_000;

/** What is kept of a group that goes, as plain JSON. The devices of one made by a filter follow from it. */
export function toGroupUndoEntries(group: GroupRow, deviceIds: string[]): object[] {
	if (group.kind === "dynamic") return [{ group, deviceIds: [] }];
	const entries: object[] = [];
	for (let start = 0; start === 0 || start < deviceIds.length; start += devicesPerEntry) {
		entries.push({ group, deviceIds: deviceIds.slice(start, start + devicesPerEntry) });
	}
	return entries;
}
