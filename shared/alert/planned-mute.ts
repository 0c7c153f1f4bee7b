import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { AlertId, DeviceId, GroupId, PlannedMuteId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { lineText } from "../base/name-text";
import { windowsIn } from "../time/time-windows";
import { ZoneName } from "../time/time-zones";

/** `own`: the device's clock, or that of the group's devices; falls back to the account's. */
export const MuteZone = z.union([z.enum(["account", "own"]), ZoneName], { error: errorKey("zone.unknown") });

export const MuteWindows = windowsIn(MuteZone);
export type MuteWindows = z.infer<typeof MuteWindows>;

export const MutedKind = z.enum(["device", "group", "alert"]);
export type MutedKind = z.infer<typeof MutedKind>;

const ids = <Id extends z.ZodMiniType<string>>(id: Id) =>
	setOf(id, limits.plannedMutes, { none: errorKey("choose.atLeastOne") });

const targets = {
	deviceIds: z.optional(ids(DeviceId)),
	groupIds: z.optional(ids(GroupId)),
	alertIds: z.optional(ids(AlertId)),
};

export const PlanMutes = z.object({ ...targets, windows: MuteWindows, reason: z.optional(lineText(255)) }).check(
	z.refine(({ deviceIds, groupIds, alertIds }) => [deviceIds, groupIds, alertIds].some(Boolean), {
		path: ["deviceIds"],
		error: errorKey("choose.mute"),
	}),
);
export type PlanMutes = z.infer<typeof PlanMutes>;

export const GetPlannedMutes = z.optional(
	z.object({ deviceId: z.optional(DeviceId), groupId: z.optional(GroupId), alertId: z.optional(AlertId) }),
);
export type GetPlannedMutes = z.infer<typeof GetPlannedMutes>;

/** `end`: ends the current mute and keeps later ones; `remove`: deletes all. */
export const EndPlannedMute = z.object({ plannedMuteId: PlannedMuteId, how: z.enum(["end", "remove"]) });
export type EndPlannedMute = z.infer<typeof EndPlannedMute>;

/** Times are epoch ms. */
export const PlannedMute = z.object({
	id: PlannedMuteId,
	kind: MutedKind,
	/** Empty: a group outside the caller's scope that contains a visible device. */
	targetId: z.string(),
	name: z.string(),
	windows: MuteWindows,
	zone: z.string(),
	reason: z.string(),
	createdBy: z.string(),
	mutedUntil: z.nullable(z.number()),
	next: z.nullable(z.object({ from: z.number(), to: z.number() })),
	isEditable: z.boolean(),
});
export type PlannedMute = z.infer<typeof PlannedMute>;

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Text for records, which have no reader's clock: `every Sat 08:00 to 12:00, by the account's time zone`. */
export function muteWindowsText({ weekly, spans, zone }: MuteWindows): string {
	const weeks = weekly.map(({ days, from, to }) => `every ${weekDaysText(days)} ${from} to ${to}`);
	const single = spans.map(({ from, to }) => `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`);
	const clock = zone === "account" ? "the account's time zone" : zone === "own" ? "its own clock" : zone;
	return `${[...weeks, ...single].join("; ")}${weekly.length > 0 ? `, by ${clock}` : ""}`;
}

export function weekDaysText(days: readonly number[]): string {
	if (days.length === dayNames.length) return "day";
	return [...days]
		.sort((one, other) => one - other)
		.map((day) => dayNames[day - 1] ?? "")
		.join(", ");
}
