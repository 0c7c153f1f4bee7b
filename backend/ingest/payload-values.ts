import { isRecord } from "../../shared/base/json-record";
import { limits } from "../../shared/base/limits";
import { knownUnit } from "../../shared/formats/unit-spellings";
import type { RejectReason } from "../../shared/ingest/ingest";
import type { UnreadPart } from "../../shared/ingest/integration-message";
import { splitQuantity } from "./sent-units";

const deepestPayload = 8;
/** Longer than any channel name, so cutting merges no channels. */
const payloadKeyLength = 100;
export const mostUnread = 10;

/** `at` and `unit` as sent; without `at` the message's time counts. `rejected`: why the value is not stored. */
export type PayloadValue = { channel: string; value: unknown; at?: unknown; unit?: string; rejected?: RejectReason };

export type PayloadReading = {
	values: PayloadValue[];
	unread: UnreadPart[];
	clock?: { key: string; at: string | number };
};

type Group = Record<string, unknown>;
type Walk = PayloadReading & { isTooLong: boolean };
type Place = { path: string[]; at: unknown; depth: number };

/** Values in order, with joined names. Skips `null`. Null if there are more than an upload may hold. */
export function readPayload(payload: unknown): PayloadReading | null {
	const walk: Walk = { values: [], unread: [], isTooLong: false };
	const top: Place = { path: [], at: undefined, depth: 0 };
	const clock = isRecord(payload) ? ownTime(payload) : null;
	if (isRecord(payload)) readGroup(walk, payload, top);
	else if (Array.isArray(payload)) readList(walk, payload, top);
	else if (payload !== undefined && payload !== null) addUnread(walk, [], `a ${nameOfScalar(payload)}`);
	if (walk.isTooLong) return null;
	return { values: withoutConflicts(walk.values), unread: walk.unread, ...(clock && { clock }) };
}

function readGroup(walk: Walk, group: Group, index: Place): void {
	const own = ownTime(group);
	const at = own ? own.at : index.at;
	const valueKey = index.path.length === 0 ? undefined : keyOf(group, ["value"], isScalar);
	const unitKey = valueKey === undefined ? undefined : keyOf(group, unitKeys, isText);
	for (const [key, inner] of Object.entries(group)) {
		if (walk.isTooLong) return;
		if (key === own?.key || key === unitKey) continue;
		const path = key === valueKey ? index.path : [...index.path, key.slice(0, payloadKeyLength)];
		const unit = key === valueKey ? textOf(group, unitKey) : undefined;
		readValue(walk, inner, { path, at, depth: index.depth + 1, ...(unit !== undefined && { unit }) });
	}
}

function readValue(walk: Walk, value: unknown, index: Place & { unit?: string }): void {
	if (value === null || value === undefined) return;
	const { path, at, depth, unit } = index;
	if (typeof value === "object" && depth < deepestPayload) {
		if (Array.isArray(value)) readList(walk, value, index);
		else readGroup(walk, value as Group, index); // neither null nor a list
		return;
	}
	if (typeof value === "object") addUnread(walk, path, "nested too deep");
	const read = typeof value === "string" ? readText(value, path.at(-1) ?? "") : { value };
	addValue(walk, { channel: path.join("."), at, ...(unit !== undefined && { unit }), ...read });
}

/** Reads `"22.4"` and `"22.4 °C"` as numbers, but not ids and versions. */
function readText(text: string, key: string): { value: unknown; unit?: string } {
	return identifierNames.test(key) ? { value: text } : (splitQuantity(text) ?? { value: text });
}

const identifierNames =
	/(?:^|[^a-z])(?:id|eui|serial|sn|version|firmware|fw|hw|payload|hex|raw|bytes|code|imei|iccid|mac|addr|address)$|(?:Id|ID|EUI|Eui|Version|Serial|Code|Hex|Address)$/i;

const listNames = new Set(
	"channels data entries events history items list logs measurements messages objects payload points readings records samples sensors telemetry values".split(
		" ",
	),
);

function readList(walk: Walk, list: unknown[], index: Place): void {
	const entries = list.filter((entry) => entry !== null);
	if (entries.length === 0) {
		addUnread(walk, index.path, "an empty list");
		return;
	}
	let hasUnread = false;
	for (const entry of entries) {
		if (walk.isTooLong) return;
		if (isRecord(entry)) readEntry(walk, entry, index);
		else if (Array.isArray(entry) && entry.some((inner) => typeof inner === "object") && index.depth < deepestPayload)
			readList(walk, entry, { ...index, depth: index.depth + 1 });
		else hasUnread = true;
	}
	if (!hasUnread) return;
	if (identifierNames.test(index.path.at(-1) ?? "")) return;
	addUnread(walk, index.path, entries.some(Array.isArray) ? "a list of lists" : "a list");
	if (index.path.length > 0) addValue(walk, { channel: index.path.join("."), value: list });
}

const nameKeys =
	"type name label measurement measurementname quantity parameter variable key kind n field sensor channel".split(" ");
/** Distinguishes entries of the same name. */
const numberKeys = "channel port probe sensor slot address index number no".split(" ");
/** Counters in a list of times. */
const countingKeys = new Set(["index", "number", "no"]);
const idKeys = "measurementid id".split(" ");
const valueKeys = "measurementvalue value val v".split(" ");
const unitKeys = "unit units uom u".split(" ");

function readEntry(walk: Walk, entry: Group, index: Place): void {
	const time = entryTime(entry);
	const nameKey = keyOf(entry, nameKeys, isText);
	const numberKey = keyOf(entry, numberKeys, (value, key) => {
		return isScalar(value) && key !== nameKey && !(time && countingKeys.has(key.toLowerCase()));
	});
	const valueKey = keyOf(entry, valueKeys, () => true);
	const idKey = nameKey === undefined ? keyOf(entry, idKeys, isScalar) : undefined;
	const named = [nameKey ?? idKey, numberKey].flatMap((key) => textOf(entry, key) ?? []);
	const listName = index.path.at(-1) ?? "";
	const isNamed = nameKey !== undefined || named.length === 0;
	// A bare number needs the list's name.
	const around = isNamed && listNames.has(listName.toLowerCase()) ? index.path.slice(0, -1) : index.path;
	const unitKey = valueKey === undefined ? undefined : keyOf(entry, unitKeys, isText);
	const used = new Set([time?.key, nameKey, numberKey, valueKey, unitKey, ...idKeysOf(entry)]);
	const others = Object.fromEntries(Object.entries(entry).filter(([key]) => !used.has(key)));
	const alone = named.length === 0 && valueKey !== undefined && around.length < index.path.length;
	const path = alone ? index.path : [...around, ...named];
	const own = { path: path.length === 0 ? ["value"] : path, at: time ? time.at : index.at, depth: index.depth + 1 };
	if (valueKey === undefined) {
		readGroup(walk, others, { ...own, path });
		return;
	}
	const unit = textOf(entry, unitKey);
	readValue(walk, entry[valueKey], { ...own, ...(unit !== undefined && { unit }) });
	const numbers = Object.entries(others).filter(([, value]) => typeof value !== "string");
	readGroup(walk, Object.fromEntries(numbers), own);
}

function idKeysOf(entry: Group): string[] {
	return Object.keys(entry).filter((key) => idKeys.includes(key.toLowerCase()));
}

function keyOf(group: Group, keys: string[], fits: (value: unknown, key: string) => boolean): string | undefined {
	const own = Object.keys(group);
	for (const name of keys) {
		const key = own.find((each) => each.toLowerCase() === name);
		if (key !== undefined && group[key] !== null && fits(group[key], key)) return key;
	}
	return undefined;
}

function textOf(group: Group, key: string | undefined): string | undefined {
	return key === undefined ? undefined : String(group[key]).trim().slice(0, payloadKeyLength);
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
const isScalar = (value: unknown) => isText(value) || typeof value === "number" || typeof value === "boolean";

function addValue(walk: Walk, { unit, ...value }: PayloadValue): void {
	if (walk.values.length >= limits.ingestReadings) walk.isTooLong = true;
	else walk.values.push(unit === undefined ? value : { ...value, unit: knownUnit(unit) ?? unit.trim() });
}

function addUnread({ unread }: Walk, path: string[], is: string): void {
	const name = path.join(".");
	if (unread.length < mostUnread && !unread.some((part) => part.name === name)) unread.push({ name, is });
}

function nameOfScalar(value: unknown): string {
	return typeof value === "string" ? "text" : typeof value;
}

/** Rejects two values of one channel at one time. An equal value at its own time is a repetition. */
function withoutConflicts(values: PayloadValue[]): PayloadValue[] {
	const byReading = Map.groupBy(
		values.filter(({ value }) => typeof value === "number" || typeof value === "boolean"),
		({ channel, at }) => `${channel.toLowerCase()}\n${String(at)}`,
	);
	const repeated = new Set<PayloadValue>();
	const rejected = new Set<PayloadValue>();
	for (const same of byReading.values()) {
		const [first, ...others] = same;
		if (!first || others.length === 0) continue;
		const isOne = first.at !== undefined && others.every(({ value }) => value === first.value);
		for (const value of isOne ? others : same) (isOne ? repeated : rejected).add(value);
	}
	return values.flatMap((value) => {
		if (repeated.has(value)) return [];
		return rejected.has(value) ? { ...value, rejected: "same-time" } : value;
	});
}

const timeKeys = "time timestamp ts datetime date_time measuredat measured_at".split(" ");

function ownTime(group: Group): { key: string; at: string | number } | null {
	const key = keyOf(group, timeKeys, (value) => readOwnTime(value) !== null);
	const at = key === undefined ? null : readOwnTime(group[key]);
	return key === undefined || at === null ? null : { key, at };
}

/** An entry with an unreadable time is rejected. */
function entryTime(entry: Group): { key: string; at: unknown } | null {
	const key = keyOf(entry, timeKeys, isScalar);
	return ownTime(entry) ?? (key === undefined ? null : { key, at: String(entry[key]) });
}

/** 2001 to 5138 as seconds, from 1973 on in finer units, so the ranges do not overlap. */
const timeUnits = [
	{ below: 1e11, perMs: 0.001 },
	{ below: 1e14, perMs: 1 },
	{ below: 1e17, perMs: 1_000 },
	{ below: Number.POSITIVE_INFINITY, perMs: 1_000_000 },
];
const earliestSeconds = 1e9;

function readOwnTime(value: unknown): string | number | null {
	if (typeof value === "string" && /^\d{10,19}(?:\.\d{1,9})?$/.test(value)) return readOwnTime(Number(value));
	if (typeof value === "string" && /^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d(:?\d\d)?)$/i.test(value)) return value;
	if (typeof value !== "number" || value < earliestSeconds) return null;
	const { perMs = 1 } = timeUnits.find(({ below }) => value < below) ?? {};
	return Math.round(value / perMs);
}
