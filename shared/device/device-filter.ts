import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { foldText } from "../base/fold-text";
import { GroupId } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";
import { type ListedText, listedTexts, recordOf, searchedTexts, textCriteria } from "../base/plain-fields";
import type { Quantity } from "../formats/units";
import { clockErrorMs } from "./clock-drift";
import { DevicePower, DeviceStatus } from "./device-terms";

export const DeviceAlertState = z.enum(["ok", "pending", "alerting", "acknowledged", "muted"]);
export type DeviceAlertState = z.infer<typeof DeviceAlertState>;

/** `rule`: no rule watches the device. `contact`: no contact of its rules is reachable. */
export const DeviceLack = z.enum(["rule", "contact"]);
export type DeviceLack = z.infer<typeof DeviceLack>;

export const DeviceClockFault = z.enum(["ahead", "behind"]);
export type DeviceClockFault = z.infer<typeof DeviceClockFault>;

const words = setOf(z.string().check(lengthBeforeCleaning(64), z.trim(), z.minLength(1), z.maxLength(64)), 50);

/** Bounds the work: every device is compared with each value. */
const powers = setOf(DevicePower, DevicePower.options.length);
const statuses = setOf(DeviceStatus, DeviceStatus.options.length);
const alertStates = setOf(DeviceAlertState, DeviceAlertState.options.length);
const lacks = setOf(DeviceLack, DeviceLack.options.length);

const clockFaults = setOf(DeviceClockFault, DeviceClockFault.options.length);

const lastingCriteria = {
	/** Ignores case and accents. Matches name, serial number (without spaces and dashes), searched texts, or tags. */
	search: z.optional(z.string().check(lengthBeforeCleaning(128), z.trim(), z.minLength(1), z.maxLength(128))),
	groupIds: z.optional(setOf(GroupId, 50)),
	tags: z.optional(words),
	...recordOf(textCriteria, () => z.optional(words)),
	powers: z.optional(powers),
};

/**
 * Criteria of a dynamic group. Excludes status, battery and alerts: these change by the minute and would change
 * people's access.
 */
export const GroupFilter = z.object(lastingCriteria).check(
	z.refine((filter) => Object.values(filter).some((criterion) => criterion !== undefined && criterion.length > 0), {
		error: errorKey("choose.criterion"),
	}),
);
export type GroupFilter = z.infer<typeof GroupFilter>;

export const DeviceFilter = z.object({
	...lastingCriteria,
	statuses: z.optional(statuses),
	alertStates: z.optional(alertStates),
	/** Percent, of the lowest battery. */
	batteryBelow: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
	/** dBm, of the weakest signal. */
	signalBelow: z.optional(z.number().check(z.minimum(-200), z.maximum(0))),
	/** Percent used, of the fullest memory. */
	memoryAbove: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
	/** Epoch ms. Matches devices without uploads too. */
	receivedBefore: z.optional(Instant),
	lacks: z.optional(lacks),
	hasRefusals: z.optional(z.boolean()),
	hasOpenUnits: z.optional(z.boolean()),
	clockFaults: z.optional(clockFaults),
});
export type DeviceFilter = z.infer<typeof DeviceFilter>;

/** A list row has all of these. Absent: empty, `ok` or none. */
export type FilteredDevice = { [Text in ListedText]?: string | undefined } & {
	name: string;
	serialNumber: string | null;
	groupIds: string[];
	status: DeviceStatus;
	lastReceivedAt: number | null;
	lastReadingAt?: number | null | undefined;
	/** `unit` is absent for the quantity's default unit, in which limits are given. */
	latest: { quantity: string; value: number | null; unit?: string | undefined }[];
	power?: DevicePower | undefined;
	tags?: string[] | undefined;
	alertState?: DeviceAlertState | undefined;
	lacks?: DeviceLack[] | undefined;
	hasRefusals?: boolean | undefined;
	hasOpenUnits?: boolean | undefined;
	clockBehindMs?: number | undefined;
};

/** Serial number for comparison, without dashes, spaces and case. */
export function serialKey(serialNumber: string): string {
	return serialNumber.replace(/[\s-]/g, "").toLowerCase();
}

export function matchesFilter(device: FilteredDevice, filter: DeviceFilter): boolean {
	const { batteryBelow, signalBelow, memoryAbove, receivedBefore, hasOpenUnits, hasRefusals: hasRejections } = filter;
	return (
		matchesSearch(device, filter.search) &&
		holdsAny(device.groupIds, filter.groupIds) &&
		hasAnyTag(device.tags, filter.tags) &&
		listedTexts.every(({ text, criterion }) => isAny(device[text], filter[criterion])) &&
		isAny(device.power, filter.powers) &&
		isAny(device.status, filter.statuses) &&
		isAny(device.alertState ?? "ok", filter.alertStates) &&
		holdsAny(device.lacks, filter.lacks) &&
		(hasRejections === undefined || (device.hasRefusals ?? false) === hasRejections) &&
		(hasOpenUnits === undefined || (device.hasOpenUnits ?? false) === hasOpenUnits) &&
		holdsAny(clockFaultsOf(device), filter.clockFaults) &&
		(batteryBelow === undefined || valuesOf(device, "battery").some((value) => value < batteryBelow)) &&
		(signalBelow === undefined || valuesOf(device, "signal").some((value) => value < signalBelow)) &&
		(memoryAbove === undefined || valuesOf(device, "memory").some((value) => value > memoryAbove)) &&
		(receivedBefore === undefined || (device.lastReceivedAt ?? Number.NEGATIVE_INFINITY) < receivedBefore)
	);
}

export function clockFaultsOf(
	device: Pick<FilteredDevice, "status" | "lastReceivedAt" | "lastReadingAt" | "clockBehindMs">,
): DeviceClockFault[] {
	const errorMs = clockErrorMs(device);
	return errorMs === null ? [] : [errorMs > 0 ? "ahead" : "behind"];
}

function matchesSearch(device: FilteredDevice, search = ""): boolean {
	const text = foldText(search.trim());
	if (text === "") return true;
	if (searchedWords(device).some((word) => foldText(word).includes(text))) return true;
	const serial = serialKey(text);
	return serial !== "" && serialKey(device.serialNumber ?? "").includes(serial);
}

export function searchedWords(device: FilteredDevice): string[] {
	return [device.name, ...searchedTexts.map((text) => device[text] ?? ""), ...(device.tags ?? [])];
}

function isAny(value: string | undefined, wanted: readonly string[] | undefined): boolean {
	return wanted === undefined || wanted.length === 0 || (value !== undefined && wanted.includes(value));
}

function holdsAny(values: readonly string[] | undefined, wanted: readonly string[] | undefined): boolean {
	return wanted === undefined || wanted.length === 0 || (values ?? []).some((value) => wanted.includes(value));
}

function hasAnyTag(tags: string[] | undefined, wanted: string[] | undefined): boolean {
	if (wanted === undefined || wanted.length === 0) return true;
	const keys = wanted.map((tag) => tag.toLowerCase());
	return (tags ?? []).some((tag) => keys.includes(tag.toLowerCase()));
}

/** Skips values of another unit: volts are not a percentage. */
function valuesOf({ latest }: FilteredDevice, wanted: Quantity): number[] {
	return latest.flatMap(({ quantity, value, unit }) =>
		quantity === wanted && unit === undefined && value !== null ? [value] : [],
	);
}
