import { dayMs } from "../../shared/base/durations";
import { halfOf } from "./time-words";
import { isZoneName, offsetOfText } from "./zone-names";

/** `zoneName`: a name such as `EST` beside the clock. */
export type Clock = { sinceMidnightMs: number; offsetMinutes: number | null; zoneName: string | null };

/** The patterns below take quadratic time on a long cell. */
export const timeLength = 60;

const plainForm = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/;
const clockForm = /^([^\d:]*?)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,:](\d{1,9}))?)?(.*)$/;
const offsetForm = /(?:^|\s|(?<=\d)|(?<=[a-z.]))((?:UTC|GMT)?\s?[+\-−]\d{1,2}(?::?\d\d)?|Z|UTC|GMT|[A-Z]{3,4})$/;

export function parseClock(text: string): Clock | null {
	if (text.length > timeLength) return null;
	const plain = plainForm.exec(text);
	if (plain) return clockOf({ fields: plain.slice(1), half: null, zone: "" });
	const match = clockForm.exec(text);
	if (!match) return null;
	const [, before = "", ...rest] = match;
	const behind = (rest.pop() ?? "")
		.replace(/\s*\(([^)]*)\)$/, (_, text: string) => (isZoneName(text) ? ` ${text}` : ""))
		.trim();
	const zone = zoneBehind(behind);
	const words = [before.trim(), behind.slice(0, behind.length - zone.length).trim()].filter((word) => word !== "");
	if (words.length > 1) return null;
	const half = words[0] === undefined ? null : halfOf(words[0]);
	if (words.length === 1 && half === null) return null;
	return clockOf({ fields: rest, half, zone });
}

function zoneBehind(text: string): string {
	const zone = offsetForm.exec(text)?.[1] ?? "";
	return /^[A-Z]{3,4}$/.test(zone) && !/^(?:UTC|GMT)$/.test(zone) && !isZoneName(zone) ? "" : zone;
}

type ClockParts = { fields: (string | undefined)[]; half: "am" | "pm" | null; zone: string };

function clockOf({ fields: [hour = "", minute, second = "0", fraction = ""], half, zone }: ClockParts): Clock | null {
	const hours = hoursOf(Number(hour), half);
	if (hours === null || Number(minute) > 59 || Number(second) > 59) return null;
	const seconds = (hours * 60 + Number(minute)) * 60 + Number(second);
	const sinceMidnightMs = seconds * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
	if (sinceMidnightMs > dayMs) return null;
	const offset = zone === "" ? null : offsetOfText(zone);
	const zoneName = isZoneName(zone) ? zone : null;
	return { sinceMidnightMs, offsetMinutes: typeof offset === "number" ? offset : null, zoneName };
}

function hoursOf(hour: number, half: "am" | "pm" | null): number | null {
	if (half === null) return hour > 24 ? null : hour;
	// 00:30 a.m. and 13:30 p.m. are ambiguous.
	if (hour < 1 || hour > 12) return null;
	return (hour % 12) + (half === "pm" ? 12 : 0);
}
