import { limits } from "../../shared/limits";

/** A value of a decoded payload: `channel` is its path, `temperature` or `air.temperature`. */
export type PayloadValue = { channel: string; value: unknown };

/** Payloads are two or three levels deep; past this a value counts as one that is no number. */
const deepest = 8;
/** Of a key: longer than any channel's name, so what is cut off makes no other channel of it. */
const keyLength = 100;

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
	if (isRecord(value) && path.length < deepest) {
		return Object.entries(value).every(([key, inner]) => collect(inner, [...path, key.slice(0, keyLength)], values));
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
