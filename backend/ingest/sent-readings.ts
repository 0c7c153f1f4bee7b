import type { IngestResult } from "../../shared/ingest";
import { limits } from "../../shared/limits";
import type { RefusedEntries } from "../device/status/record-refusals";

/** Payloads are two or three levels deep; past this a value counts as one that is no number. */
const deepestPayload = 8;
/** Of a key: longer than any channel's name, so what is cut off makes no other channel of it. */
const payloadKeyLength = 100;

/**
 * An entry as it was sent, and the place it is reported by where it is refused. `isOptional`: it is reported only
 * where the device has its channel.
 */
export type SentEntry = { index: number; channel: unknown; at: unknown; value: unknown; isOptional?: boolean };

type MessageValue = Pick<SentEntry, "channel" | "at" | "value">;

/**
 * The entries of a network server's message: what the payload holds, and what the server added to it. A device cannot
 * help what is added, and codecs write units and states beside values: neither is a fault where nobody made a channel.
 */
export function messageEntries(payload: MessageValue[], added: MessageValue[]): SentEntry[] {
	return [
		...payload.map((entry) => ({ ...entry, isOptional: !["number", "boolean"].includes(typeof entry.value) })),
		...added.map((entry) => ({ ...entry, isOptional: true })),
	].map((entry, index) => ({ ...entry, index }));
}

/**
 * What one device sent through an integration; `name` is what the sender calls it, where it does. `setAside`: what is
 * among the `rejected` of the whole already, and plainly this device's.
 */
export type SentByDevice = {
	serialNumber: string;
	name: string | null;
	entries: SentEntry[];
	setAside?: RefusedEntries[];
};

/** A message or file of an integration. `rejected`: what could not even be laid to a device. */
export type SentReadings = { devices: SentByDevice[]; rejected: IngestResult["rejected"] };

/** A message that is none of readings: it is acknowledged, and nothing is stored. */
export const nothingSent: SentReadings = { devices: [], rejected: [] };

/** How well a message was received: the strength at the gateway that received it best, in dBm; undefined where none says it. */
export function bestSignal(gateways: { rssi?: number | undefined }[]): number | undefined {
	let best: number | undefined;
	for (const { rssi } of gateways) if (rssi !== undefined && (best === undefined || rssi > best)) best = rssi;
	return best;
}

/** A value of a decoded payload: `channel` is its path, `temperature` or `air.temperature`. */
export type PayloadValue = { channel: string; value: unknown };

/**
 * The values of a payload as its codec wrote them, in order: objects are gone into, everything else is a value,
 * lists too. Null where there are more than an upload may hold.
 */
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

/** From 2001 to 5138 as seconds, and from 1973 on as milliseconds: no number is both. */
const secondsForm = { from: 1e9, below: 1e11 };

/**
 * Takes the payload's own time out of its values: `time` or `timestamp` of the first level, as ISO 8601 with an
 * offset, or as seconds or milliseconds since 1970. `at` null: it carries none, and they are as they were.
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
