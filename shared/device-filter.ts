import * as z from "zod/mini";
import { needsClockCare } from "./clock-drift";
import { DevicePower, DeviceStatus } from "./device-terms";
import { GroupId } from "./ids";
import { type ListedText, listedTexts, recordOf, searchedTexts, textCriteria } from "./plain-fields";
import type { Quantity } from "./units";

/** Where a device stands among its alerts: the worst of them. */
export const DeviceAlertState = z.enum(["ok", "pending", "alerting", "acknowledged", "muted"]);
export type DeviceAlertState = z.infer<typeof DeviceAlertState>;

/** What nobody would be told of: a device that no rule watches, or whose rules have no contact that can be reached. */
export const DeviceLack = z.enum(["rule", "contact"]);
export type DeviceLack = z.infer<typeof DeviceLack>;

/** What can be wrong with a device's clock: one that is behind cannot be told from readings that came late. */
export const DeviceClockFault = z.enum(["ahead"]);
export type DeviceClockFault = z.infer<typeof DeviceClockFault>;

const words = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))).check(z.maxLength(50));

/** Every device is compared with each of them, so none is to be said twice. */
const powers = z.array(DevicePower).check(z.maxLength(DevicePower.options.length));
const statuses = z.array(DeviceStatus).check(z.maxLength(DeviceStatus.options.length));
const alertStates = z.array(DeviceAlertState).check(z.maxLength(DeviceAlertState.options.length));
const lacks = z.array(DeviceLack).check(z.maxLength(DeviceLack.options.length));

const clockFaults = z.array(DeviceClockFault).check(z.maxLength(DeviceClockFault.options.length));

const lastingCriteria = {
	/** In the name, the serial number (however it is spaced or dashed), a text that is searched, or a tag. */
	search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(128))),
	/** Members of any of these groups. */
	groupIds: z.optional(z.array(GroupId).check(z.maxLength(50))),
	/** With any of these tags. */
	tags: z.optional(words),
	...recordOf(textCriteria, () => z.optional(words)),
	powers: z.optional(powers),
};

/**
 * What makes the members of a group. Only what people or the device itself say of it: what changes by the minute (status,
 * battery, alerts) would move devices in and out of people's sight and of alerts. Every criterion must hold.
 */
export const GroupFilter = z.object(lastingCriteria).check(
	z.refine((filter) => Object.values(filter).some((criterion) => criterion !== undefined && criterion.length > 0), {
		error: "Choose at least one criterion.",
	}),
);
export type GroupFilter = z.infer<typeof GroupFilter>;

/** What a list of devices is narrowed to. Every criterion must hold; of a list, any of its values. */
export const DeviceFilter = z.object({
	...lastingCriteria,
	statuses: z.optional(statuses),
	alertStates: z.optional(alertStates),
	/** Percent: the lowest battery is below it. */
	batteryBelow: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
	/** dBm: the weakest signal is below it. */
	signalBelow: z.optional(z.number().check(z.minimum(-200), z.maximum(0))),
	/** Percent used: the fullest memory is above it. */
	memoryAbove: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
	/** Last received before this instant, epoch ms, or never. */
	receivedBefore: z.optional(z.number()),
	lacks: z.optional(lacks),
	/** Whether something of its last upload was refused. */
	hasRefusals: z.optional(z.boolean()),
	clockFaults: z.optional(clockFaults),
});
export type DeviceFilter = z.infer<typeof DeviceFilter>;

/** What a filter looks at; a list row has all of it. Absent: empty, `ok`, or nothing lacking or refused. */
export type FilteredDevice = { [Text in ListedText]?: string | undefined } & {
	name: string;
	serialNumber: string | null;
	groupIds: string[];
	status: DeviceStatus;
	lastReceivedAt: number | null;
	lastReadingAt?: number | null | undefined;
	/** `unit` is absent where it is the quantity's usual one, in which limits are. */
	latest: { quantity: string; value: number | null; unit?: string | undefined }[];
	power?: DevicePower | undefined;
	tags?: string[] | undefined;
	alertState?: DeviceAlertState | undefined;
	lacks?: DeviceLack[] | undefined;
	hasRefusals?: boolean | undefined;
};

/** A serial number as it is compared and searched: dashes, spaces and case do not count. */
export function serialKey(serialNumber: string): string {
	return serialNumber.replace(/[\s-]/g, "").toLowerCase();
}

/** Whether a device meets every criterion of a filter. */
export function matchesFilter(device: FilteredDevice, filter: DeviceFilter): boolean {
	const { batteryBelow, signalBelow, memoryAbove, receivedBefore, hasRefusals } = filter;
	return (
		matchesSearch(device, filter.search) &&
		holdsAny(device.groupIds, filter.groupIds) &&
		hasAnyTag(device.tags, filter.tags) &&
		listedTexts.every(({ text, criterion }) => isAny(device[text], filter[criterion])) &&
		isAny(device.power, filter.powers) &&
		isAny(device.status, filter.statuses) &&
		isAny(device.alertState ?? "ok", filter.alertStates) &&
		holdsAny(device.lacks, filter.lacks) &&
		(hasRefusals === undefined || (device.hasRefusals ?? false) === hasRefusals) &&
		holdsAny(clockFaultsOf(device), filter.clockFaults) &&
		(batteryBelow === undefined || valuesOf(device, "battery").some((value) => value < batteryBelow)) &&
		(signalBelow === undefined || valuesOf(device, "signal").some((value) => value < signalBelow)) &&
		(memoryAbove === undefined || valuesOf(device, "memory").some((value) => value > memoryAbove)) &&
		(receivedBefore === undefined || (device.lastReceivedAt ?? Number.NEGATIVE_INFINITY) < receivedBefore)
	);
}

/** What is wrong with a device's clock, as far as it can be known. */
export function clockFaultsOf(
	device: Pick<FilteredDevice, "status" | "lastReceivedAt" | "lastReadingAt">,
): DeviceClockFault[] {
	return needsClockCare(device) ? ["ahead"] : [];
}

function matchesSearch(device: FilteredDevice, search = ""): boolean {
	const text = search.trim().toLowerCase();
	if (text === "") return true;
	if (searchedWords(device).some((word) => word.toLowerCase().includes(text))) return true;
	const serial = serialKey(text);
	return serial !== "" && serialKey(device.serialNumber ?? "").includes(serial);
}

/** What a search looks through beside the serial number. */
export function searchedWords(device: FilteredDevice): string[] {
	return [device.name, ...searchedTexts.map((text) => device[text] ?? ""), ...(device.tags ?? [])];
}

function isAny(value: string | undefined, wanted: readonly string[] | undefined): boolean {
	return wanted === undefined || wanted.length === 0 || (value !== undefined && wanted.includes(value));
}

function holdsAny(values: readonly string[] | undefined, wanted: readonly string[] | undefined): boolean {
	return wanted === undefined || wanted.length === 0 || (values ?? []).some((value) => wanted.includes(value));
}

/** Case does not count in tags. */
function hasAnyTag(tags: string[] | undefined, wanted: string[] | undefined): boolean {
	if (wanted === undefined || wanted.length === 0) return true;
	const keys = wanted.map((tag) => tag.toLowerCase());
	return (tags ?? []).some((tag) => keys.includes(tag.toLowerCase()));
}

/** A device that has never told has no value, and volts are no percentage. */
function valuesOf({ latest }: FilteredDevice, wanted: Quantity): number[] {
	return latest.flatMap(({ quantity, value, unit }) =>
		quantity === wanted && unit === undefined && value !== null ? [value] : [],
	);
}
