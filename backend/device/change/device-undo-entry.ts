import * as z from "zod/mini";
import { InheritableSetting } from "../../../shared/device-terms";
import { TimeZoneRule } from "../../../shared/time-zones";
import { settingColumns } from "../../group/setting-columns";
import { type DeviceRow, isSameValue } from "../device-rows";
import { type DeviceChange, isMuteAlone, versionAfter } from "./device-change";

const instant = z.nullable(z.coerce.date());

/** What a change of many devices can touch, as it was. */
const DeviceBefore = z.partial(
	z.object({
		tags: z.array(z.string()),
		timezoneOffset: z.number(),
		timeZoneRule: TimeZoneRule,
		loggingIntervalSeconds: z.number(),
		uploadIntervalSeconds: z.number(),
		offlineAfterSeconds: z.nullable(z.number()),
		retentionDays: z.nullable(z.number()),
		inherits: z.array(InheritableSetting),
		mutedUntil: instant,
		muteReason: z.string(),
		archivedAt: instant,
		deletedFrom: instant,
	}),
);

/**
 * How a change of one device is taken back, as long as it is still of the version that the change made. Of a mute, which
 * makes none, as long as it is muted as the change left it.
 */
export const DeviceUndoEntry = z.object({
	id: z.string(),
	version: z.number(),
	before: DeviceBefore,
	mute: z.optional(z.object({ mutedUntil: instant, muteReason: z.string() })),
	joined: z.array(z.string()),
	left: z.array(z.string()),
});
export type DeviceUndoEntry = z.infer<typeof DeviceUndoEntry>;

/** What is kept of a change, as plain JSON; `after` has not been given its new version yet. */
export function toUndoEntry(change: DeviceChange): object {
	const { before, after, joins, leaves } = change;
	const { mutedUntil, muteReason } = after;
	return {
		id: before.id,
		version: versionAfter(change),
		before: formerValues(before, after),
		...(isMuteAlone(change) && { mute: { mutedUntil, muteReason } }),
		joined: joins,
		left: leaves,
	};
}

function formerValues(before: DeviceRow, after: DeviceRow): Record<string, unknown> {
	// What is inherited from now on is written over afterwards: its own value must be known, though it is still there.
	const settings: readonly string[] = isSameValue(before.inherits, after.inherits) ? [] : settingColumns;
	const isKept = (column: keyof DeviceRow) => settings.includes(column) || !isSameValue(before[column], after[column]);
	const columns = z.keyof(DeviceBefore).options.filter(isKept);
	return Object.fromEntries(columns.map((column) => [column, before[column]]));
}
