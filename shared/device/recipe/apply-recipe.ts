import { limits } from "../../base/limits";
import { groupedBy } from "../../base/lists";
import { oneLine } from "../../base/name-text";
import { splitQuantity } from "../../formats/sent-quantity";
import type { RejectReason } from "../../ingest/ingest";
import { isReadingValue } from "../../ingest/reading-value";
import { parseTime } from "../../ingest/sent-time";
import type { PayloadRecipe, TimeForm } from "./payload-recipe";
import { listSteps, type PathStep, parsePath, valueAt } from "./recipe-path";

/** `value` is as sent if it is rejected, else the number. `at` is epoch ms, null for a rejected time. */
export type RecipeReading = {
	/** Position in `values` of the recipe. */
	part: number;
	channel: string;
	unit: string | null;
	at: number | null;
	value: unknown;
	rejected: RejectReason | null;
};

/** `serialNumber` is null for the recipe's one device. `found`: positions in `values` whose path is there. */
export type RecipeDevice = { serialNumber: string | null; readings: RecipeReading[]; found: number[] };

export type RecipeResult = {
	devices: RecipeDevice[];
	/** Readings of entries that name no device. */
	unplaced: number;
	/** Paths that are nowhere in the message. */
	missing: string[];
	/** The message's own time, if it cannot be true: its readings have the time of receipt. */
	doubtfulTime: { path: string; sent: unknown } | null;
};

/** The most lookups of values in entries of lists. A missing value counts. */
const mostLookups = 1_000_000;

/** Pure; never throws. Null if the message holds more readings or devices than an upload may. `receivedAt` is epoch ms. */
export function applyRecipe(recipe: PayloadRecipe, body: unknown, receivedAt: number): RecipeResult | null {
	const parts = recipe.values.map(({ path }) => stepsOf(path));
	const deviceSteps = "path" in recipe.device ? stepsOf(recipe.device.path) : null;
	const timeSteps = recipe.time && stepsOf(recipe.time.path);
	const list = entriesOf(body, [...parts, deviceSteps, timeSteps]);
	if (list.length * parts.length > mostLookups) return null;
	const serialAt = serialsOf(body, deviceSteps);
	const time = timeOf(recipe, { steps: timeSteps, body, receivedAt });
	const devices = new Map<string | null, RecipeDevice>();
	let count = 0;
	let unplaced = 0;

	const asPoint = recipe.decimalSign === "comma" ? withPoint : (sent: unknown) => sent;

	const read = (part: number, entry: number) => {
		const { steps, value } = { steps: parts[part] ?? [], value: recipe.values[part] };
		const sent = valueAt(body, steps, entry);
		if (value === undefined || sent === undefined) return true;
		const serialNumber = serialAt(entry);
		const isPlaced = deviceSteps === null || serialNumber !== null;
		if (isPlaced) {
			const device = devices.get(serialNumber) ?? { serialNumber, readings: [], found: [] };
			devices.set(serialNumber, device);
			if (!device.found.includes(part)) device.found.push(part);
			// A sensor that measures nothing sends null.
			if (sent === null) return devices.size <= limits.ingestDevices;
			device.readings.push({ part, channel: value.channel, ...readingOf(asPoint(sent), value.unit, time(entry)) });
		} else if (sent !== null) unplaced += 1;
		count += sent === null ? 0 : 1;
		return count <= limits.ingestReadings && devices.size <= limits.ingestDevices;
	};

	for (const [part, steps] of parts.entries()) {
		const entries = listSteps(steps) === null ? 1 : list.length;
		for (let entry = 0; entry < entries; entry += 1) if (!read(part, entry)) return null;
	}
	for (const { readings } of devices.values()) rejectSameTime(readings);
	const used = [...recipe.values.map(({ path }) => path), ...sharedPaths(recipe)];
	const missing = [...new Set(used)].filter((path) => !isThere(body, stepsOf(path), list));
	return { devices: [...devices.values()], unplaced, missing, doubtfulTime: time.doubtful };
}

function stepsOf(path: string): PathStep[] {
	return parsePath(path) ?? [];
}

function sharedPaths({ device, time }: PayloadRecipe): string[] {
	return [...("path" in device ? [device.path] : []), ...(time ? [time.path] : [])];
}

type Entries = { length: number; isList: boolean };

function entriesOf(body: unknown, paths: (PathStep[] | null)[]): Entries {
	const steps = paths.flatMap((path) => (path && listSteps(path) ? [listSteps(path) ?? []] : []))[0];
	const list = steps && valueAt(body, steps);
	return Array.isArray(list) ? { length: list.length, isList: true } : { length: 0, isList: false };
}

function isThere(body: unknown, steps: PathStep[], list: Entries): boolean {
	if (listSteps(steps) === null) return valueAt(body, steps) !== undefined;
	if (list.length === 0) return list.isList;
	for (let entry = 0; entry < list.length; entry += 1) if (valueAt(body, steps, entry) !== undefined) return true;
	return false;
}

/** Reads each serial number once, as every value of an entry needs it. */
function serialsOf(body: unknown, steps: PathStep[] | null): (entry: number) => string | null {
	if (steps === null) return () => null;
	const isOfEntry = listSteps(steps) !== null;
	const known = new Map<number, string | null>();
	return (entry) => {
		const position = isOfEntry ? entry : 0;
		const serial = known.get(position);
		if (serial !== undefined) return serial;
		const read = serialOf(valueAt(body, steps, position));
		known.set(position, read);
		return read;
	};
}

/** No device has a longer one, also before blanks are removed. */
const longestSerial = 300;

/** A serial number may be sent as a number. */
function serialOf(sent: unknown): string | null {
	const text = typeof sent === "number" && Number.isSafeInteger(sent) ? String(sent) : sent;
	return typeof text === "string" && text.length <= longestSerial ? oneLine(text).trim() || null : null;
}

/** Rejects different values of a channel at one time: neither is known to be right. */
function rejectSameTime(readings: RecipeReading[]): void {
	const accepted = readings.filter(({ rejected }) => rejected === null);
	for (const [first, ...others] of groupedBy(accepted, ({ part, at }) => `${part} ${at}`).values()) {
		if (!first || others.every(({ value, unit }) => value === first.value && unit === first.unit)) continue;
		for (const reading of [first, ...others]) reading.rejected = "same-time";
	}
}

function readingOf(sent: unknown, unit: string, at: number | RejectReason) {
	const read = numberOf(sent);
	const own = read?.unit ?? (unit === "" ? null : unit);
	if (typeof at === "string") return { unit: own, at: null, value: sent, rejected: at };
	if (read === null) return { unit: own, at, value: sent, rejected: "bad-value" as const };
	return { unit: own, at, value: read.value, rejected: null };
}

/** A point would part thousands, which no text is read with. */
function withPoint(sent: unknown): unknown {
	if (typeof sent !== "string") return sent;
	return sent.includes(".") ? sent.replaceAll(".", ",") : sent.replace(",", ".");
}

/** A unit beside the number in its text is the value's own. */
function numberOf(sent: unknown): { value: number; unit?: string } | null {
	if (typeof sent === "boolean") return { value: sent ? 1 : 0 };
	const read = typeof sent === "string" ? splitQuantity(sent) : typeof sent === "number" ? { value: sent } : null;
	if (read === null || !isReadingValue(read.value)) return null;
	return { ...read, value: read.value === 0 ? 0 : read.value };
}

type TimePart = { steps: PathStep[] | null; body: unknown; receivedAt: number };

/**
 * Entries of a list need their own time: the time of receipt would be the same for all. A message's own time that is
 * missing or cannot be true is replaced by the time of receipt.
 */
function timeOf({ time }: PayloadRecipe, { steps, body, receivedAt }: TimePart) {
	if (time === null || steps === null) return Object.assign(() => receivedAt, { doubtful: null });
	if (listSteps(steps) !== null) {
		const ofEntry = (entry: number) => instantOf(valueAt(body, steps, entry), time.form, receivedAt);
		return Object.assign(ofEntry, { doubtful: null });
	}
	const sent = valueAt(body, steps);
	const at = instantOf(sent, time.form, receivedAt);
	if (typeof at === "number") return Object.assign(() => at, { doubtful: null });
	const doubtful = sent === undefined || sent === null ? null : { path: time.path, sent };
	return Object.assign(() => receivedAt, { doubtful });
}

const secondMs = 1_000;
const digits = /^\d{1,16}(?:\.\d{1,9})?$/;

/** Epoch ms, or why the time cannot be true. */
export function instantOf(sent: unknown, form: TimeForm, receivedAt: number): number | RejectReason {
	const at = form === "iso" ? isoInstant(sent) : numericInstant(sent, form === "seconds" ? secondMs : 1);
	if (typeof at === "string") return at;
	if (at > receivedAt + limits.ingestFutureMs) return "future";
	return at < limits.ingestEarliestMs ? "too-old" : at;
}

function isoInstant(sent: unknown): number | RejectReason {
	return typeof sent === "number" ? "bad-time" : parseTime(sent);
}

function numericInstant(sent: unknown, unitMs: number): number | RejectReason {
	if (sent === undefined || sent === null || sent === "") return "time-missing";
	const number = typeof sent === "string" && digits.test(sent.trim()) ? Number(sent) : sent;
	return typeof number === "number" && Number.isFinite(number) ? Math.round(number * unitMs) : "bad-time";
}

/** The form in which this is a time of the last or next years. Null: none. */
export function likelyTimeForm(sent: unknown, receivedAt: number): TimeForm | null {
	const forms = ["iso", "seconds", "milliseconds"] as const;
	return forms.find((form) => typeof instantOf(sent, form, receivedAt) === "number") ?? null;
}

/** How many numbers a message holds, also deep ones. */
export function countNumbers(body: unknown): number {
	const open = [body];
	let count = 0;
	for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
		if (typeof value === "number") count += 1;
		else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) open.push(inner);
	}
	return count;
}
