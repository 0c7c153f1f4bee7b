import type { DeviceListRow } from "./device";
import type { DeviceChanges } from "./device-changes";

/** The list by id after the changes. Unchanged rows stay the same objects. */
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
