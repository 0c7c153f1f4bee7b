import * as z from "zod/mini";
import { DeviceListRow } from "./device";
import { DeviceId } from "./ids";

/** Which state of the list a copy holds, as the answer that made it says. */
const KnownList = z.object({ life: z.string().check(z.maxLength(128)), seq: z.int() });
export type KnownList = z.infer<typeof KnownList>;

export const GetDeviceChanges = z.optional(z.object({ since: z.optional(KnownList) }));
export type GetDeviceChanges = z.infer<typeof GetDeviceChanges>;

export const DeviceChanges = z.object({
	/** For the next question. */
	known: KnownList,
	/** `rows` is the list: nothing of the copy is kept. */
	isWhole: z.boolean(),
	/** By id: new ones and changed ones. */
	rows: z.array(DeviceListRow),
	gone: z.array(DeviceId),
});
export type DeviceChanges = z.infer<typeof DeviceChanges>;

/** The list by id, as after the changes. Rows that have not changed stay the same objects. */
export function withChanges(rows: DeviceListRow[], { isWhole, rows: changed, gone }: DeviceChanges): DeviceListRow[] {
	if (isWhole) return changed;
	if (changed.length === 0 && gone.length === 0) return rows;
	const replaced = new Map(changed.map((row) => [row.id, row]));
	const left = new Set(gone);
	const kept = rows.flatMap((row) => {
		const now = replaced.get(row.id);
		replaced.delete(row.id);
		return left.has(row.id) ? [] : (now ?? row);
	});
	if (replaced.size === 0) return kept;
	return [...kept, ...replaced.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
