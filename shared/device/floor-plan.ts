import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { AttachmentId, DeviceId, FloorPlanId, GroupId, UndoId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";
import { lineText, nameText } from "../base/name-text";
import type { Quantity } from "../formats/units";

export const floorPlanLimits = {
	perGroup: 20,
	side: 3_000,
	pngBytes: 2_000_000,
	/** A report decodes a PNG within the memory of a Worker. */
	pngPixels: 3_000_000,
	bytes: 3_000_000,
	pixels: 50_000_000,
	devicesPerDay: 100,
	altLength: 300,
} as const;

/** Fractions of the picture's sides, so that positions survive another size. */
export const positionMost = 65_535;

const Coordinate = z.int().check(z.minimum(0), z.maximum(positionMost));

export const FloorPlanPosition = z.object({ x: Coordinate, y: Coordinate });
export type FloorPlanPosition = z.infer<typeof FloorPlanPosition>;

export const PlacedDevice = z.extend(FloorPlanPosition, { deviceId: DeviceId });
export type PlacedDevice = z.infer<typeof PlacedDevice>;

/** `parentId`: a room's building. `width` and `height` are pixels. */
export const FloorPlan = z.object({
	id: FloorPlanId,
	groupId: GroupId,
	parentId: z.nullable(FloorPlanId),
	name: z.string(),
	altText: z.string(),
	attachmentId: AttachmentId,
	width: z.number(),
	height: z.number(),
	version: z.number(),
	devices: z.array(PlacedDevice),
});
export type FloorPlan = z.infer<typeof FloorPlan>;

export const GetFloorPlans = z.object({ groupId: GroupId });
export type GetFloorPlans = z.infer<typeof GetFloorPlans>;

const planFields = {
	name: nameText(errorKey("name.missing")),
	altText: lineText(floorPlanLimits.altLength, errorKey("floorPlan.altMissing")),
	parentId: z.nullable(FloorPlanId),
	attachmentId: AttachmentId,
};

export const AddFloorPlan = z.object({ groupId: GroupId, ...planFields });
export type AddFloorPlan = z.infer<typeof AddFloorPlan>;

/** `positions` decides about a picture of another shape. */
export const ChangeFloorPlan = z.object({
	planId: FloorPlanId,
	version: z.int(),
	...planFields,
	positions: z.optional(z.enum(["keep", "remove"])),
});
export type ChangeFloorPlan = z.infer<typeof ChangeFloorPlan>;

export const FloorPlanTarget = z.object({ planId: FloorPlanId });
export type FloorPlanTarget = z.infer<typeof FloorPlanTarget>;

/** `position` null: the device is no longer on the plan. */
export const PlaceDevice = z.object({
	planId: FloorPlanId,
	deviceId: DeviceId,
	position: z.nullable(FloorPlanPosition),
});
export type PlaceDevice = z.infer<typeof PlaceDevice>;

export const PlacedOnPlan = z.object({ undoId: z.nullable(UndoId) });
export type PlacedOnPlan = z.infer<typeof PlacedOnPlan>;

export const planDaySteps = 96;

/** A day of quarter-hour means from `from` on. `channel` counts the device's listed readings. */
export const GetPlanDay = z.object({
	planId: FloorPlanId,
	from: Instant,
	deviceIds: setOf(DeviceId, floorPlanLimits.devicesPerDay, { none: errorKey("device.choose") }),
});
export type GetPlanDay = z.infer<typeof GetPlanDay>;

/**
 * `steps`: the first mean, then differences, as multiples of 10^-`decimals`, between commas. Empty: no reading. `alerts`:
 * a character of `alertMarks` for each step until the last alert. Absent: no alert on that day.
 */
export type PlanDayLine = {
	deviceId: string;
	name: string;
	quantity: Quantity;
	unit: string;
	decimals: number;
	steps: string;
	alerts?: string;
};
export type PlanDay = { from: number; lines: PlanDayLine[] };

type AlertSpan = { startedAt: number; endedAt: number | null; acknowledgedAt: number | null };

/** `alert`: an event was open and not acknowledged at some time of the step. */
const alertMarks = { alert: "a", acknowledged: "k" } as const;
export type PastAlert = keyof typeof alertMarks;

/** Null: no alert was open. `until`: steps from then on have not been. */
export function packAlerts(
	events: readonly AlertSpan[],
	{ from, stepMs, until }: { from: number; stepMs: number; until: number },
): string | null {
	const marks: string[] = Array(planDaySteps).fill(".");
	const end = Math.min(until, from + planDaySteps * stepMs);
	for (const { startedAt, endedAt, acknowledgedAt } of events) {
		const [first, over] = [Math.max(startedAt, from), Math.min(endedAt ?? end, end)];
		if (first >= end || (startedAt < from && over <= from)) continue;
		// An event that ended as it began was open at that instant.
		const last = Math.floor((Math.max(over - 1, first) - from) / stepMs);
		for (let step = Math.floor((first - from) / stepMs); step <= last && step < planDaySteps; step += 1) {
			const isAcknowledged = acknowledgedAt !== null && acknowledgedAt <= Math.max(startedAt, from + step * stepMs);
			if (!isAcknowledged) marks[step] = alertMarks.alert;
			else if (marks[step] !== alertMarks.alert) marks[step] = alertMarks.acknowledged;
		}
	}
	const text = marks.join("").replace(/\.+$/, "");
	return text === "" ? null : text;
}

export function alertAt(alerts: string | undefined, step: number): PastAlert | null {
	const mark = alerts?.[step];
	return mark === alertMarks.alert ? "alert" : mark === alertMarks.acknowledged ? "acknowledged" : null;
}

/** Differences are shorter to send than values, and a comma than a null. */
export function packSteps(values: readonly (number | null)[], decimals: number): string {
	let before = 0;
	const steps = values.map((value) => {
		if (value === null) return "";
		const scaled = Math.round(value * 10 ** decimals);
		const step = scaled - before;
		before = scaled;
		return step;
	});
	return steps.join(",");
}

export function unpackSteps(steps: string, decimals: number): (number | null)[] {
	let scaled = 0;
	return steps.split(",").map((step) => {
		if (step === "") return null;
		scaled += Number(step);
		return scaled / 10 ** decimals;
	});
}

type Size = { width: number; height: number };

/** Allows 2 %, which scaling and cropping of a margin change. */
export function isSameShape(one: Size, other: Size): boolean {
	const ratio = (one.width * other.height) / (one.height * other.width);
	return Math.abs(ratio - 1) <= 0.02;
}
