import { isRecord } from "../../shared/base/json-record";
import { limits } from "../../shared/base/limits";
import { splitQuantity } from "../../shared/formats/sent-quantity";
import { knownUnit } from "../../shared/formats/unit-spellings";
import type { RejectReason } from "../../shared/ingest/ingest";
import type { UnreadPart } from "../../shared/ingest/integration-message";
import { isEmptyCell } from "../import/no-value";
import { mayHaveUnit, namedQuantity } from "./guess-channel";

const deepestPayload = 8;
/** Longer than any channel name, so cutting merges no channels. */
const payloadKeyLength = 100;
export const mostUnread = 10;

/**
 * `at` and `unit` as sent; without `at` the message's time counts. `isUnitShared`: several values share the unit.
 * `former`: the name in an earlier release. `rejected`: why the value is not stored.
 */
export type PayloadValue = {
	channel: string;
	value: unknown;
	at?: unknown;
	unit?: string;
	isUnitShared?: true;
	former?: string;
	rejected?: RejectReason;
};

export type PayloadReading = {
	values: PayloadValue[];
	unread: UnreadPart[];
	clock?: { key: string; at: string | number };
};

type Group = Record<string, unknown>;
type Walk = PayloadReading & { isTooLong: boolean };

type SharedUnit = { key: string; unit: string; of: string | null };

/** `former`: the path in an earlier release, if it was another. `units`: units next to the values, nearest first. */
type Place = { path: string[]; former?: string[] | undefined; at: unknown; depth: number; units: SharedUnit[] };

/** Values in order, with joined names. Skips `null`. Null if there are more than an upload may hold. */
export function readPayload(payload: unknown): PayloadReading | null {
	const walk: Walk = { values: [], unread: [], isTooLong: false };
	const top: Place = { path: [], at: undefined, depth: 0, units: [] };
	const clock = isRecord(payload) ? ownTime(payload) : null;
	if (isRecord(payload)) readTop(walk, payload, top);
	else if (Array.isArray(payload)) readList(walk, payload, top);
	else if (payload !== undefined && payload !== null) addUnread(walk, [], `a ${nameOfScalar(payload)}`);
	if (walk.isTooLong) return null;
	return { values: withoutConflicts(walk.values), unread: walk.unread, ...(clock && { clock }) };
}

const quantityKeys = "sensor_type sensortype measurement quantity parameter variable type name label".split(" ");
const descriptions = new Set(
	"status quality description scalefactor scale_factor scale factor decimals precision device_name devicename".split(
		" ",
	),
);

/** A payload of one value describes it in its other fields: `{ sensor_type, value, unit, scalefactor, status }`. */
function readTop(walk: Walk, payload: Group, top: Place): void {
	const unitKey = keyOf(payload, unitKeys, isText);
	const nameKey = keyOf(payload, quantityKeys, isText);
	const valueKey = Object.keys(payload).find((key) => valueKeys.includes(key.toLowerCase()));
	if (unitKey === undefined || nameKey === undefined || valueKey === undefined) {
		readGroup(walk, payload, top);
		return;
	}
	const time = ownTime(payload);
	const at = time ? time.at : top.at;
	const path = textOf(payload, nameKey) ?? "";
	const place = { path: [path], former: ["value"], at, depth: 1, units: [] };
	readValue(walk, payload[valueKey], { ...place, unit: textOf(payload, unitKey) });
	addUnappliedFactor(walk, payload);
	const used = new Set([time?.key, nameKey, valueKey, unitKey]);
	const others = Object.entries(payload).filter(([key]) => !used.has(key) && !descriptions.has(key.toLowerCase()));
	readGroup(walk, Object.fromEntries(others), { ...top, at });
}

function addUnappliedFactor(walk: Walk, group: Group): void {
	const key = keyOf(group, ["scalefactor", "scale_factor"], (value) => isScalar(value) && Number(value) !== 1);
	if (key !== undefined) addUnread(walk, [key], "a factor that is not applied");
}

function readGroup(walk: Walk, group: Group, place: Place): void {
	const own = ownTime(group);
	const at = own ? own.at : place.at;
	const value = place.path.length === 0 ? null : valueIn(group);
	const shared = sharedUnits(group, value?.unitKey);
	const units = [...shared, ...place.units];
	for (const [key, inner] of Object.entries(group)) {
		if (walk.isTooLong) return;
		if (key === own?.key || key === value?.unitKey || shared.some((unit) => unit.key === key)) continue;
		const isValue = key === value?.key;
		const part = key.slice(0, payloadKeyLength);
		const isHistory = isRecord(inner) && isListName(key) && ownTime(inner) !== null;
		const path = isValue || isHistory ? place.path : [...place.path, part];
		const unit = isValue ? textOf(group, value.unitKey) : undefined;
		const isRenamed = isHistory || (isValue && key.toLowerCase() !== "value");
		const before = place.former ?? place.path;
		const former = isRenamed || place.former ? (isValue && !isRenamed ? before : [...before, part]) : undefined;
		readValue(walk, inner, { path, former, at, depth: place.depth + 1, units, unit });
	}
}

/** The key of the value of a group, and of its unit. Short keys may name something else, so they need a unit. */
function valueIn(group: Group): { key: string; unitKey: string | undefined } | null {
	const unitKey = keyOf(group, unitKeys, isText);
	const key = keyOf(group, unitKey === undefined ? ["value"] : valueKeys, isScalar);
	return key === undefined ? null : { key, unitKey };
}

const prefixedUnit = /^(?:(.+?)_?units?|units?_(.+))$/i;
const noUnits = new Set("metric si none n/a id name type".split(" "));

function sharedUnits(group: Group, ownUnitKey: string | undefined): SharedUnit[] {
	return Object.entries(group).flatMap(([key, text]) => {
		if (typeof text !== "string" || !isUnitText(text)) return [];
		const unit = text.trim();
		if (key === ownUnitKey || (key !== "u" && unitKeys.includes(key.toLowerCase()))) return { key, unit, of: null };
		const [, before, after] = prefixedUnit.exec(key) ?? [];
		const of = before ?? after;
		return of === undefined || noUnits.has(of.toLowerCase()) ? [] : { key, unit, of };
	});
}

function isUnitText(text: string): boolean {
	const unit = text.trim();
	return knownUnit(unit) !== null || (/^[^\d\s]\S{0,11}$/.test(unit) && !noUnits.has(unit.toLowerCase()));
}

function sharedUnitOf({ path, units }: Place): string | undefined {
	const name = path.join(".");
	const fitting = units.filter(({ unit }) => mayHaveUnit(name, unit));
	const last = path.at(-1)?.toLowerCase() ?? "";
	const named = fitting.find(({ of }) => of !== null && isNamedBy(last, of));
	return (named ?? fitting.find(({ of }) => of === null))?.unit;
}

function isNamedBy(name: string, of: string): boolean {
	const quantity = namedQuantity(of);
	return quantity === "other" ? name.startsWith(of.toLowerCase()) : namedQuantity(name) === quantity;
}

function readValue(walk: Walk, value: unknown, place: Place & { unit?: string | undefined }): void {
	if (value === null || value === undefined) return;
	const { path, former, at, depth, unit } = place;
	if (typeof value === "object" && depth < deepestPayload) {
		if (Array.isArray(value)) readList(walk, value, place);
		else readGroup(walk, value as Group, place); // neither null nor a list
		return;
	}
	if (typeof value === "object") addUnread(walk, path, "nested too deep");
	if (typeof value === "string" && isEmptyCell(value.trim()) && !/^o(?:ff|l)$/i.test(value.trim())) return;
	const read = typeof value === "string" ? readText(value, path.at(-1) ?? "") : { value };
	if (typeof read.value === "string" && holdsReadings(read.value)) {
		addUnread(walk, path, "text that holds readings");
		return;
	}
	const shared = unit === undefined && typeof read.value === "number" ? sharedUnitOf(place) : undefined;
	addValue(walk, {
		channel: path.join("."),
		at,
		...(former && { former: former.join(".") }),
		...(unit !== undefined && { unit }),
		...(shared !== undefined && { unit: shared, isUnitShared: true as const }),
		...read,
	});
}

/** Reads `"22.4"` and `"22.4 °C"` as numbers, but not ids and versions. */
function readText(text: string, key: string): { value: unknown; unit?: string } {
	return identifierNames.test(key) ? { value: text } : (splitQuantity(text) ?? { value: text });
}

const mostSearchedText = 2_000;

function holdsReadings(text: string): boolean {
	const numbers = text.slice(0, mostSearchedText).match(/(?<![^\s[({;|,=])[+-]?\d+(?:\.\d+)?(?![^\s\])};|,])/g) ?? [];
	return numbers.length >= 3 && numbers.some((number) => number.includes("."));
}

const identifierNames =
	/(?:^|[^a-z])(?:id|eui|serial|sn|version|firmware|fw|hw|payload|hex|raw|bytes|code|imei|iccid|mac|addr|address)$|(?:Id|ID|EUI|Eui|Version|Serial|Code|Hex|Address)$/i;

const listNames = new Set(
	"backlog buffer channels data datalog entries events historical historicaldata history historydata items list log logs measurements messages objects payload points readings records samples sensors telemetry values".split(
		" ",
	),
);

function isListName(name: string): boolean {
	return listNames.has(name.toLowerCase().replace(/[_\s-]|\d+$/g, ""));
}

function readList(walk: Walk, list: unknown[], place: Place): void {
	const entries = list.filter((entry) => entry !== null);
	if (entries.length === 0) {
		addUnread(walk, place.path, "an empty list");
		return;
	}
	let hasUnread = false;
	const areTimesEqual = repeatsTimes(entries);
	for (const entry of entries) {
		if (walk.isTooLong) return;
		if (isRecord(entry)) readEntry(walk, entry, { ...place, areTimesEqual });
		else if (Array.isArray(entry) && entry.some((inner) => typeof inner === "object") && place.depth < deepestPayload)
			readList(walk, entry, { ...place, depth: place.depth + 1 });
		else hasUnread = true;
	}
	if (!hasUnread) return;
	if (identifierNames.test(place.path.at(-1) ?? "")) return;
	addUnread(walk, place.path, entries.some(Array.isArray) ? "a list of lists" : "a list");
	if (place.path.length > 0) addValue(walk, { channel: place.path.join("."), value: list });
}

function repeatsTimes(entries: readonly unknown[]): boolean {
	const times = entries.map((entry) => (isRecord(entry) ? String(ownTime(entry)?.at) : ""));
	return times.includes(String(undefined)) || new Set(times).size < times.length;
}

const nameKeys =
	"type name label measurement measurementname sensor_type sensortype quantity parameter variable key kind n field sensor channel".split(
		" ",
	);
/** Distinguishes entries of the same name. */
const numberKeys = "channel port probe sensor slot address index number no".split(" ");
/** Counters in a list of times. */
const countingKeys = new Set(["index", "number", "no"]);
const idKeys = "measurementid id".split(" ");
const stationKey = /^(?:(?:tx|ls|station|sensor|probe|node|zone|slot|device|unit|tank|meter)_?id|lsid)$/i;
/** A probe's depth, unless a list of times contains the measurements. */
const depthKey = /^(?:sensor_?|probe_?)?depth(?:_?[cm]m|_?m)?$/i;
const valueKeys = "measurementvalue value val v".split(" ");
const unitKeys = "unit units uom u".split(" ");

function readEntry(walk: Walk, entry: Group, place: Place & { areTimesEqual: boolean }): void {
	const time = entryTime(entry);
	const nameKey = keyOf(entry, nameKeys, isText);
	const numberKey = keyOf(entry, numberKeys, (value, key) => {
		return isScalar(value) && key !== nameKey && !(time && countingKeys.has(key.toLowerCase()));
	});
	const valueKey = keyOf(entry, valueKeys, () => true);
	const idKey = nameKey === undefined ? keyOf(entry, idKeys, isScalar) : undefined;
	const apartKeys = Object.keys(entry).filter((key) => isApart(entry, key, place));
	const before = [nameKey ?? idKey, numberKey].flatMap((key) => textOf(entry, key) ?? []);
	const named = [...before, ...apartKeys.flatMap((key) => textOf(entry, key) ?? [])];
	const unitKey = valueKey === undefined ? undefined : keyOf(entry, unitKeys, isText);
	const used = new Set([time?.key, nameKey, numberKey, valueKey, unitKey, ...idKeysOf(entry), ...apartKeys]);
	const others = Object.fromEntries(Object.entries(entry).filter(([key]) => !used.has(key)));
	const pathOf = (words: string[]) => {
		const isNamed = nameKey !== undefined || words.length === 0;
		// A bare number needs the list's name.
		const around = isNamed && isListName(place.path.at(-1) ?? "") ? place.path.slice(0, -1) : place.path;
		const isAlone = words.length === 0 && valueKey !== undefined && around.length < place.path.length;
		return isAlone ? place.path : [...around, ...words];
	};
	const path = pathOf(named);
	const own: Place = {
		path: path.length === 0 && valueKey !== undefined ? ["value"] : path,
		former: apartKeys.length > 0 ? pathOf(before) : place.former,
		at: time ? time.at : place.at,
		depth: place.depth + 1,
		units: place.units,
	};
	if (valueKey === undefined) {
		readGroup(walk, others, own);
		return;
	}
	readValue(walk, entry[valueKey], { ...own, unit: textOf(entry, unitKey) });
	addUnappliedFactor(walk, entry);
	const numbers = Object.entries(others).filter(([key, value]) => {
		return typeof value !== "string" && !descriptions.has(key.toLowerCase());
	});
	readGroup(walk, Object.fromEntries(numbers), own);
}

function isApart(entry: Group, key: string, { areTimesEqual }: { areTimesEqual: boolean }): boolean {
	if (!isScalar(entry[key])) return false;
	const hasOthers = () =>
		Object.entries(entry).some(([other, value]) => other !== key && isScalar(value) && !Number.isNaN(Number(value)));
	return stationKey.test(key) || (areTimesEqual && depthKey.test(key) && hasOthers());
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
