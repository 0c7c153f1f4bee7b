import { limits, serverLimits } from "../base/limits";
import { isReadingValue } from "./reading-value";

// https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/

/** Milliseconds, or digits to cut off. `n`, `u`, `m` and `h` are of version 1. */
const precisions = {
	ns: { cut: 6 },
	n: { cut: 6 },
	us: { cut: 3 },
	µ: { cut: 3 },
	u: { cut: 3 },
	ms: { times: 1 },
	s: { times: 1_000 },
	m: { times: 60_000 },
	h: { times: 3_600_000 },
} as const;
export type LinePrecision = keyof typeof precisions;

export function linePrecision(name: string | null): LinePrecision | null {
	if (name === null || name === "") return "ns";
	return Object.hasOwn(precisions, name) ? (name as LinePrecision) : null; // it is a key
}

/** Why the parser leaves out a line, or one of its fields. */
type ParsedReason =
	| "unreadable"
	| "not-utf8"
	| "hidden"
	| "long-series"
	| "integer"
	| "bad-value"
	| "future"
	| "too-old";

/** `line` counts from 1. `text`: the start of the line, or the series of the field. */
type LeftOut = { line: number; reason: ParsedReason; text: string };

/** Equally long columns: `of` in `series`; `at` is epoch ms. */
export type ParsedLines = {
	/** Canonical: tags in order, escaped as in a line. */
	series: string[];
	of: number[];
	at: number[];
	value: number[];
	/** Positions of series that sent text. */
	texts: ReadonlySet<number>;
	lines: number;
	leftOut: LeftOut[];
	leftOutCount: number;
};

export type SeriesParts = { measurement: string; field: string; tags: [key: string, value: string][] };

const comma = 44;
const equals = 61;
const space = 32;
const newline = 10;
const backslash = 92;
const quote = 34;
const hash = 35;
const shownLength = 100;

/** Line breaks always end a name. Stops are compared one by one, as this reads every character. */
function endOfName(text: string, from: number, stop: number, second = stop, third = stop): number {
	for (let index = from; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === stop || code === second || code === third || code === newline) return index;
		if (code === backslash && isEscapable(text.charCodeAt(index + 1))) index += 1;
	}
	return text.length;
}

function isEscapable(code: number): boolean {
	return code === comma || code === equals || code === space;
}

const unescaped = (raw: string) => (raw.includes("\\") ? raw.replace(/\\([,= ])/g, "$1") : raw);
const escaped = (name: string) => name.replace(/[,= ]/g, "\\$&");
// A measurement may contain an equals sign unescaped, and a backslash before it.
const unescapedMeasurement = (raw: string) => raw.replace(/\\([, ])/g, "$1");
const escapedMeasurement = (name: string) => name.replace(/[, ]/g, "\\$&");

type Head = { measurement: string; tags: SeriesParts["tags"]; end: number };

/** Reads the measurement and tags. Null: not of this form. */
function readHead(text: string, from: number): Head | null {
	let end = endOfName(text, from, comma, space);
	const measurement = unescapedMeasurement(text.slice(from, end));
	if (measurement === "") return null;
	const tags = new Map<string, string>();
	while (text.charCodeAt(end) === comma) {
		const keyEnd = endOfName(text, end + 1, equals, comma, space);
		const key = unescaped(text.slice(end + 1, keyEnd));
		if (key === "" || text.charCodeAt(keyEnd) !== equals || tags.has(key)) return null;
		end = endOfName(text, keyEnd + 1, comma, space);
		const value = unescaped(text.slice(keyEnd + 1, end));
		if (value === "") return null;
		tags.set(key, value);
	}
	if (text.charCodeAt(end) !== space) return null;
	return { measurement, tags: [...tags].sort(([one], [other]) => (one < other ? -1 : 1)), end };
}

export function seriesText({ measurement, field, tags }: SeriesParts): string {
	const sorted = [...tags].sort(([one], [other]) => (one < other ? -1 : 1));
	const labels = sorted.map(([key, value]) => `,${escaped(key)}=${escaped(value)}`).join("");
	return `${escapedMeasurement(measurement)}${labels} ${escaped(field)}`;
}

/** The inverse of `seriesText`. Null for any other text. */
export function readSeriesText(text: string): SeriesParts | null {
	const head = readHead(text, 0);
	if (!head || text.includes("\n")) return null;
	const parts = { measurement: head.measurement, tags: head.tags, field: unescaped(text.slice(head.end + 1)) };
	return parts.field !== "" && seriesText(parts) === text ? parts : null;
}

const hidden = /[\p{Cc}\u2028\u2029\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;

/** False for invisible characters, and for characters that reverse the text next to them. */
export function isDrawn(series: string): boolean {
	return !hidden.test(series);
}

const integerForm = /^[+-]?\d+i$/;
const unsignedForm = /^\+?\d+u$/;
const floatForm = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const noNumberForm = /^[+-]?(nan|inf(inity)?)$/i;
const booleans = new Map<string, number>([
	...["t", "T", "true", "True", "TRUE"].map((word) => [word, 1] as const),
	...["f", "F", "false", "False", "FALSE"].map((word) => [word, 0] as const),
]);

/** Null: no value of the protocol. */
function readValue(token: string): number | "integer" | "bad-value" | null {
	const truth = booleans.get(token);
	if (truth !== undefined) return truth;
	if (integerForm.test(token) || unsignedForm.test(token)) {
		const integer = Number(token.slice(0, -1));
		return Number.isSafeInteger(integer) ? integer + 0 : "integer";
	}
	if (floatForm.test(token)) {
		const value = Number(token);
		return isReadingValue(value) ? value + 0 : "bad-value";
	}
	return noNumberForm.test(token) ? "bad-value" : null;
}

/** Epoch ms. Null: no time. */
function readTime(text: string, precision: LinePrecision): number | null {
	if (!/^-?\d{1,19}$/.test(text)) return null;
	const form = precisions[precision];
	if ("times" in form) return Number(text) * form.times;
	// Any time before 1970 is too old, to the millisecond or not.
	return text.length > form.cut ? Number(text.slice(0, -form.cut)) : 0;
}

type Field = { key: string; value: number | "text" | "integer" | "bad-value" };
type Line = { head: Head; rawHead: string; fields: Field[]; time: string; end: number };

/** Null: the line cannot be read. */
function readLine(text: string, from: number, knownHead: (raw: string) => Head | undefined): Line | null {
	const headEnd = endOfName(text, from, space);
	if (text.charCodeAt(headEnd) !== space) return null;
	const rawHead = text.slice(from, headEnd);
	const head = knownHead(rawHead) ?? readHead(text, from);
	if (!head) return null;
	const fields: Field[] = [];
	let position = headEnd;
	do {
		position += 1;
		while (fields.length === 0 && text.charCodeAt(position) === space) position += 1;
		const keyEnd = endOfName(text, position, equals, comma, space);
		const key = text.slice(position, keyEnd);
		if (key === "" || text.charCodeAt(keyEnd) !== equals) return null;
		const valueEnd = endOfValue(text, keyEnd + 1);
		if (valueEnd === null) return null;
		const isText = text.charCodeAt(keyEnd + 1) === quote;
		const value = isText ? "text" : readValue(text.slice(keyEnd + 1, valueEnd));
		if (value === null) return null;
		fields.push({ key, value });
		position = valueEnd;
	} while (text.charCodeAt(position) === comma);
	const next = text.indexOf("\n", position);
	const end = next < 0 ? text.length : next;
	return { head, rawHead, fields, time: text.slice(position, end).trim(), end };
}

/** A carriage return ends a value too. Null: quotes that do not end as they must. */
function endOfValue(text: string, from: number): number | null {
	let index = from;
	if (text.charCodeAt(index) === quote) {
		index += 1;
		while (index < text.length && text.charCodeAt(index) !== quote) {
			index += text.charCodeAt(index) === backslash ? 2 : 1;
		}
		if (index >= text.length) return null;
		index += 1;
		return index === text.length || isAfterValue(text.charCodeAt(index)) ? index : null;
	}
	while (index < text.length && !isAfterValue(text.charCodeAt(index))) index += 1;
	return index;
}

/** A comma, or any white space of ASCII. */
function isAfterValue(code: number): boolean {
	return code === comma || code === space || (code >= 9 && code <= 13);
}

function nameFault(series: string): "long-series" | "hidden" | null {
	if (series.length > limits.lineSeriesLength) return "long-series";
	return isDrawn(series) ? null : "hidden";
}

type Parsing = { precision: LinePrecision; receivedAt: number };

/** Reads every good line. A line without a time has the time of receipt. Epoch ms. */
export function parseLines(text: string, { precision, receivedAt }: Parsing): ParsedLines | "too-many-values" {
	const positions = new Map<string, number>();
	const knownFields = new Map<string, Map<string, number | "long-series" | "hidden">>();
	const knownHeads = new Map<string, Head>();
	const texts = new Set<number>();
	const parsed = { series: [] as string[], of: [] as number[], at: [] as number[], value: [] as number[] };
	const leftOut: LeftOut[] = [];
	let leftOutCount = 0;
	let lines = 0;

	function leaveOut(line: number, reason: ParsedReason, shown: string): void {
		leftOutCount += 1;
		if (leftOut.length < serverLimits.linesNotStored) leftOut.push({ line, reason, text: shown.slice(0, shownLength) });
	}

	function positionOf({ head, rawHead }: Line, rawField: string): number | "long-series" | "hidden" {
		const fields = knownFields.get(rawHead) ?? new Map<string, ReturnType<typeof positionOf>>();
		knownFields.set(rawHead, fields);
		const known = fields.get(rawField);
		if (known !== undefined) return known;
		const name = seriesText({ ...head, field: unescaped(rawField) });
		const position = nameFault(name) ?? positions.get(name) ?? parsed.series.push(name) - 1;
		if (typeof position === "number") positions.set(name, position);
		fields.set(rawField, position);
		return position;
	}

	const isAllUtf8 = !text.includes("\ufffd");
	let number = 0;
	for (let from = 0; from < text.length; ) {
		number += 1;
		const broken = text.indexOf("\n", from);
		const lineEnd = broken < 0 ? text.length : broken;
		while (from < lineEnd && /\s/.test(text[from] ?? "")) from += 1;
		if (from === lineEnd || text.charCodeAt(from) === hash) {
			from = lineEnd + 1;
			continue;
		}
		lines += 1;
		const line = readLine(text, from, (raw) => knownHeads.get(raw));
		const end = line?.end ?? lineEnd;
		const time = line === null || line.time === "" ? receivedAt : readTime(line.time, precision);
		const shown = () => text.slice(from, Math.min(end, from + shownLength));
		if (line) knownHeads.set(line.rawHead, line.head);
		if (!isAllUtf8 && text.slice(from, end).includes("\ufffd")) leaveOut(number, "not-utf8", shown());
		else if (line === null || time === null) leaveOut(number, "unreadable", shown());
		else if (time > receivedAt + limits.ingestFutureMs) leaveOut(number, "future", shown());
		else if (time < limits.ingestEarliestMs) leaveOut(number, "too-old", shown());
		else {
			for (const { key, value } of line.fields) {
				const position = positionOf(line, key);
				if (typeof position === "string") leaveOut(number, position, shown());
				else if (value === "text") texts.add(position);
				else if (typeof value === "string") leaveOut(number, value, parsed.series[position] ?? "");
				else {
					if (parsed.of.length === limits.ingestReadings) return "too-many-values";
					parsed.of.push(position);
					parsed.at.push(time);
					parsed.value.push(value);
				}
			}
		}
		// A broken line ends at its first line break, even in quotes: the next line may be good.
		const good = line !== null && time !== null;
		for (let index = lineEnd; good && index < end; index += 1) if (text.charCodeAt(index) === newline) number += 1;
		from = (good ? end : lineEnd) + 1;
	}
	return { ...parsed, texts, lines, leftOut, leftOutCount };
}
