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

const forms: Record<Field, string> = {
	year: "\\d{2,4}",
	month: "\\d{1,2}",
	monthName: "\\p{L}[\\p{L}\\p{M}.’']*",
	day: "\\d{1,2}",
	hour: "\\d{1,2}",
	minute: "\\d{1,2}",
	second: "\\d{1,2}",
	fraction: "\\d{1,9}",
	half: "\\p{L}[\\p{L}\\p{M}.\\s]*",
	zone: "[A-Za-z]{1,5}|(?:UTC|GMT)?\\s?[+\\-−]\\d{1,2}(?::?\\d\\d)?",
	word: "\\p{L}[\\p{L}\\p{M}.]*",
};

/** Reads times as a person says that they are written. */
export function createPatternReader(pattern: TimePattern): (text: string) => WrittenTime | null {
	const fields: Field[] = [];
	const sources = (timePatternPieces(pattern) ?? []).map((piece) => {
		if (!/^[A-Za-z]/.test(piece))
			return literal(piece.startsWith("'") ? piece.slice(1, -1).replaceAll("''", "'") || "'" : piece);
		const field = piece.startsWith("M")
			? piece.length > 2
				? "monthName"
				: "month"
			: (ownValue(fieldOf, piece[0] ?? "") ?? "word");
		fields.push(field);
		// Digits that touch need their exact count: yyyyMMdd.
		const isCounted = piece.length > 1 && forms[field].startsWith("\\d") && field !== "fraction";
		return `(${isCounted ? `\\d{${piece.length === 3 ? 4 : piece.length}}` : forms[field]})`;
	});
	const form = new RegExp(`^${sources.join("")}$`, "iu");
	return (text) => {
		const match = text.length > timeLength ? null : form.exec(text);
		if (!match) return null;
		return timeOf(new Map(fields.map((field, index) => [field, match[index + 1] ?? ""])));
	};
}

function literal(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+");
}

function timeOf(said: ReadonlyMap<Field, string>): WrittenTime | null {
	const number = (field: Field) => Number(said.get(field) ?? "0");
	const name = said.get("monthName");
	const month = name === undefined ? number("month") : monthOf(name, null);
	const day = dateOf(number("year"), month, number("day"));
	const clock = said.has("hour") ? clockOf(said, number) : null;
	if (day === null || (said.has("hour") && clock === null)) return null;
	return { dateText: String(day), date: { dayMs: day }, clock };
}

function clockOf(said: ReadonlyMap<Field, string>, number: (field: Field) => number): Clock | null {
	const half = said.has("half") ? halfOf(said.get("half") ?? "") : null;
	const hour = number("hour");
	const isInHalf = half === null ? !said.has("half") && hour <= 24 : hour <= 12;
	if (!isInHalf || number("minute") > 59 || number("second") > 59) return null;
	const hours = half === null ? hour : (hour % 12) + (half === "pm" ? 12 : 0);
	const fraction = Number((said.get("fraction") ?? "").padEnd(3, "0").slice(0, 3));
	const sinceMidnightMs = ((hours * 60 + number("minute")) * 60 + number("second")) * 1000 + fraction;
	const zone = offsetOfText(said.get("zone") ?? "");
	const isOneDay = sinceMidnightMs <= dayMs;
	return isOneDay ? { sinceMidnightMs, offsetMinutes: typeof zone === "number" ? zone : null, zoneName: null } : null;
}
