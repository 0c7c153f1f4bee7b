import { dayMs } from "../../shared/base/durations";
import { ownValue } from "../../shared/base/own-value";
import { type TimePattern, timePatternPieces } from "../../shared/time/time-pattern";
import type { Clock } from "./parse-clock";
import { timeLength } from "./parse-clock";
import { dateOf } from "./parse-date";
import type { WrittenTime } from "./parse-time";
import { halfOf, monthOf } from "./time-words";
import { offsetOfText } from "./zone-names";

type Field =
	| "year"
	| "month"
	| "monthName"
	| "day"
	| "hour"
	| "minute"
	| "second"
	| "fraction"
	| "half"
	| "zone"
	| "word";

const fieldOf: Record<string, Field> = {
	y: "year",
	d: "day",
	E: "word",
	H: "hour",
	h: "hour",
	k: "hour",
	K: "hour",
	m: "minute",
	s: "second",
	S: "fraction",
	a: "half",
	A: "half",
	z: "zone",
	Z: "zone",
	x: "zone",
	X: "zone",
	D: "day",
	Y: "year",
};

const kinds = { digit: 1, letter: 2, word: 4, name: 8, half: 16, latin: 32, blank: 64 } as const;
const classes: [kind: keyof typeof kinds, form: RegExp][] = [
	["digit", /^\d$/],
	["letter", /^\p{L}$/u],
	["word", /^[\p{L}\p{M}.]$/u],
	["name", /^[\p{L}\p{M}.’']$/u],
	["half", /^[\p{L}\p{M}.\s]$/u],
	["latin", /^[A-Za-z]$/],
	["blank", /^\s$/],
];
const kindsOf = (character: string) =>
	classes.reduce((sum, [kind, form]) => sum + (form.test(character) ? kinds[kind] : 0), 0);
const kindsOfAscii = Array.from({ length: 128 }, (_, code) => kindsOf(String.fromCharCode(code)));

class Characters {
	readonly all: readonly string[];
	readonly #kinds: number[];
	readonly #runs = new Map<number, number[]>();

	constructor(text: string) {
		this.all = [...text];
		this.#kinds = this.all.map((character) => kindsOfAscii[character.charCodeAt(0)] ?? kindsOf(character));
	}

	is(kind: keyof typeof kinds, at: number): boolean {
		return ((this.#kinds[at] ?? 0) & kinds[kind]) !== 0;
	}

	runEnd(kind: keyof typeof kinds, at: number): number {
		const known = this.#runs.get(kinds[kind]);
		if (known) return known[at] ?? at;
		const ends: number[] = [];
		for (let position = this.all.length; position >= 0; position -= 1)
			ends[position] = this.is(kind, position) ? (ends[position + 1] ?? position) : position;
		this.#runs.set(kinds[kind], ends);
		return ends[at] ?? at;
	}

	text(from: number, to: number): string {
		return this.all.slice(from, to).join("");
	}
}

/** A range of possible ends; longer is preferred. */
type Ends = readonly [first: number, last: number];
type Part = { field: Field | null; endsAt(found: Characters, at: number): Ends[] };

function digits(least: number, most: number): Part["endsAt"] {
	return (found, at) => {
		const end = Math.min(at + most, found.runEnd("digit", at));
		return end - at < least ? [] : [[at + least, end]];
	};
}

function word(rest: keyof typeof kinds): Part["endsAt"] {
	return (found, at) => (found.is("letter", at) ? [[at + 1, found.runEnd(rest, at + 1)]] : []);
}

function zoneEnds(found: Characters, at: number): Ends[] {
	const ends: Ends[] = [];
	const name = Math.min(at + 5, found.runEnd("latin", at));
	if (name > at) ends.push([at + 1, name]);
	let sign = name >= at + 3 && /^(?:UTC|GMT)$/i.test(found.text(at, at + 3)) ? at + 3 : at;
	if (found.is("blank", sign)) sign += 1;
	if (!/^[+\-−]$/.test(found.all[sign] ?? "")) return ends;
	for (let hour = Math.min(sign + 3, found.runEnd("digit", sign + 1)); hour > sign + 1; hour -= 1) {
		const minutes = found.all[hour] === ":" ? hour + 1 : hour;
		if (found.runEnd("digit", minutes) >= minutes + 2) ends.push([minutes + 2, minutes + 2]);
		ends.push([hour, hour]);
	}
	return ends;
}

const endsOf: Record<Field, Part["endsAt"]> = {
	year: digits(2, 4),
	month: digits(1, 2),
	monthName: word("name"),
	day: digits(1, 2),
	hour: digits(1, 2),
	minute: digits(1, 2),
	second: digits(1, 2),
	fraction: digits(1, 9),
	half: word("half"),
	zone: zoneEnds,
	word: word("word"),
};
const counted = new Set<Field>(["year", "month", "day", "hour", "minute", "second"]);

function partsOf(piece: string): Part[] {
	if (!/^[A-Za-z]/.test(piece)) {
		return literalParts(piece.startsWith("'") ? piece.slice(1, -1).replaceAll("''", "'") || "'" : piece);
	}
	const letter = piece[0] ?? "";
	const field = letter === "M" ? (piece.length > 2 ? "monthName" : "month") : (ownValue(fieldOf, letter) ?? "word");
	// Adjacent digit fields need exact counts: yyyyMMdd.
	const count = piece.length === 3 ? 4 : piece.length;
	return [{ field, endsAt: piece.length > 1 && counted.has(field) ? digits(count, count) : endsOf[field] }];
}

/** Blanks match any blanks, letters match both cases. */
function literalParts(text: string): Part[] {
	return (text.match(/\s+|\S/gu) ?? []).map((expected) => ({
		field: null,
		endsAt: /^\s/.test(expected)
			? (found, at) => (found.is("blank", at) ? [[at + 1, found.runEnd("blank", at)]] : [])
			: (found, at) => (isSameLetter(found.all[at] ?? "", expected) ? [[at + 1, at + 1]] : []),
	}));
}

function isSameLetter(one: string, other: string): boolean {
	return one === other || one.toLowerCase() === other.toLowerCase() || one.toUpperCase() === other.toUpperCase();
}

/** Takes at most text length × pattern length steps; a regular expression could take exponential time. */
export function createPatternReader(pattern: TimePattern): (text: string) => WrittenTime | null {
	const parts = (timePatternPieces(pattern) ?? []).flatMap(partsOf);
	return (text) => {
		const found = text.length > timeLength ? null : divide(new Characters(text), parts);
		return found && timeOf(found);
	};
}

/** The text of each field; null if the parts do not match the whole text. */
function divide(found: Characters, parts: readonly Part[]): Map<Field, string> | null {
	const length = found.all.length;
	/** The possible ends of each part, by start. */
	const ends: Map<number, Ends[]>[] = [];
	let places: Iterable<number> = [0];
	for (const { endsAt } of parts) {
		const byPosition = new Map<number, Ends[]>();
		for (const position of places) byPosition.set(position, endsAt(found, position));
		ends.push(byPosition);
		places = positionsWithin([...byPosition.values()].flat(), length);
	}
	if (![...places].includes(length)) return null;

	/** The last start of each part up to a position, from which the remaining parts match. */
	const lastStarts: number[][] = [];
	let starts = new Set([length]);
	for (const [index, byPosition] of [...ends.entries()].reverse()) {
		const last: number[] = [];
		for (let position = 0; position <= length; position += 1)
			last.push(starts.has(position) ? position : (last[position - 1] ?? -1));
		lastStarts[index] = last;
		starts = new Set();
		for (const [position, some] of byPosition) if (fitting(some, last) !== null) starts.add(position);
	}

	const said = new Map<Field, string>();
	let at = 0;
	for (const [index, { field }] of parts.entries()) {
		const end = fitting(ends[index]?.get(at) ?? [], lastStarts[index] ?? []);
		if (end === null) return null;
		if (field !== null) said.set(field, found.text(at, end));
		at = end;
	}
	return said;
}

function positionsWithin(ranges: readonly Ends[], length: number): number[] {
	const change = new Array<number>(length + 2).fill(0);
	for (const [first, last] of ranges) {
		change[first] = (change[first] ?? 0) + 1;
		change[last + 1] = (change[last + 1] ?? 0) - 1;
	}
	const positions: number[] = [];
	let open = 0;
	for (let position = 0; position <= length; position += 1) {
		open += change[position] ?? 0;
		if (open > 0) positions.push(position);
	}
	return positions;
}

function fitting(ends: readonly Ends[], lastStart: readonly number[]): number | null {
	for (const [first, last] of ends) {
		const end = lastStart[last] ?? -1;
		if (end >= first) return end;
	}
	return null;
}

function timeOf(stated: ReadonlyMap<Field, string>): WrittenTime | null {
	const number = (field: Field) => Number(stated.get(field) ?? "0");
	const name = stated.get("monthName");
	const month = name === undefined ? number("month") : monthOf(name, null);
	const day = dateOf(number("year"), month, number("day"));
	const clock = stated.has("hour") ? clockOf(stated, number) : null;
	if (day === null || (stated.has("hour") && clock === null)) return null;
	return { dateText: String(day), date: { dayMs: day }, clock };
}

function clockOf(stated: ReadonlyMap<Field, string>, number: (field: Field) => number): Clock | null {
	const half = stated.has("half") ? halfOf(stated.get("half") ?? "") : null;
	const hour = number("hour");
	const isInHalf = half === null ? !stated.has("half") && hour <= 24 : hour <= 12;
	if (!isInHalf || number("minute") > 59 || number("second") > 59) return null;
	const hours = half === null ? hour : (hour % 12) + (half === "pm" ? 12 : 0);
	const fraction = Number((stated.get("fraction") ?? "").padEnd(3, "0").slice(0, 3));
	const sinceMidnightMs = ((hours * 60 + number("minute")) * 60 + number("second")) * 1000 + fraction;
	const zone = offsetOfText(stated.get("zone") ?? "");
	const isOneDay = sinceMidnightMs <= dayMs;
	return isOneDay ? { sinceMidnightMs, offsetMinutes: typeof zone === "number" ? zone : null, zoneName: null } : null;
}
