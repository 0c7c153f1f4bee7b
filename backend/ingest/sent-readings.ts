import type { IngestResult } from "../../shared/ingest";
import { limits } from "../../shared/limits";
import type { RefusedEntries } from "../device/status/record-refusals";

/** Payloads have two or three levels; a deeper value counts as no number. */
const deepestPayload = 8;
/** Of a payload key: longer than any channel name, so cutting merges no channels. */
const payloadKeyLength = 100;

/** An entry as sent, and its reported index. `isOptional`: reported only if the device has the channel. */
export type SentEntry = { index: number; channel: unknown; at: unknown; value: unknown; isOptional?: boolean };

type MessageValue = Pick<SentEntry, "channel" | "at" | "value">;

/** All are optional: a device cannot avoid added values, and codecs write units and states too. */
export function messageEntries(payload: MessageValue[], added: MessageValue[]): SentEntry[] {
	return [
		...payload.map((entry) => ({ ...entry, isOptional: !["number", "boolean"].includes(typeof entry.value) })),
		...added.map((entry) => ({ ...entry, isOptional: true })),
	].map((entry, index) => ({ ...entry, index }));
}

/** `setAside`: entries already in the whole `rejected` that belong to this device. */
export type SentByDevice = {
	serialNumber: string;
	name: string | null;
	entries: SentEntry[];
	setAside?: RefusedEntries[];
};

/** `rejected`: entries of no known device. */
export type SentReadings = { devices: SentByDevice[]; rejected: IngestResult["rejected"] };

export const nothingSent: SentReadings = { devices: [], rejected: [] };

/** The signal at the best gateway, in dBm; undefined: none given. */
export function bestSignal(gateways: { rssi?: number | undefined }[]): number | undefined {
	let best: number | undefined;
	for (const { rssi } of gateways) if (rssi !== undefined && (best === undefined || rssi > best)) best = rssi;
	return best;
}

export type PayloadValue = { channel: string; value: unknown };

/** Values of a payload in order: objects are flattened, lists are values. Null: more than an upload may hold. */
export function payloadValues(payload: unknown): PayloadValue[] | null {
	const values: PayloadValue[] = [];
	const isComplete = collect(payload, [], values);
	return isComplete ? values : null;
}

function collect(value: unknown, path: string[], values: PayloadValue[]): boolean {
	if (isRecord(value) && path.length < deepestPayload) {
		return Object.entries(value).every(([key, inner]) =>
			collect(inner, [...path, key.slice(0, payloadKeyLength)], values),
		);
	}
	if (path.length === 0) return true;
	values.push({ channel: path.join("."), value });
	return values.length <= limits.ingestReadings;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** 2001 to 5138 as seconds, 1973 and later as milliseconds: no number is both. */
const secondsForm = { from: 1e9, below: 1e11 };

/**
 * Removes the payload's own time from its values: top-level `time` or `timestamp`, as ISO 8601 with an offset or Unix
 * seconds or milliseconds. `at` null: none, values unchanged.
 */
export function takeOwnTime(values: PayloadValue[]): { at: string | number | null; values: PayloadValue[] } {
	for (const own of values) {
		if (!/^(time|timestamp)$/i.test(own.channel)) continue;
		const at = readOwnTime(own.value);
		if (at !== null) return { at, values: values.filter((value) => value !== own) };
	}
	return { at: null, values };
}

function readOwnTime(value: unknown): string | number | null {
	if (typeof value === "string" && /^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d(:?\d\d)?)$/i.test(value)) return value;
	if (typeof value !== "number" || value < secondsForm.from) return null;
	return value < secondsForm.below ? value * 1000 : value;
}
