import { minuteMs } from "../base/durations";
import type { RejectReason } from "./ingest";

const isoForm = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const dateForm = /^\d{4}-\d\d-\d\d$/;

/** Epoch ms of an ISO 8601 text with its zone, or of a number of ms. */
export function parseTime(at: unknown): number | RejectReason {
	if (at === undefined || at === null || at === "") return "time-missing";
	if (typeof at === "number") return Number.isFinite(at) ? Math.floor(at) : "bad-time";
	if (typeof at !== "string") return "bad-time";
	const text = at.trim();
	const match = isoForm.exec(text);
	if (!match) return dateForm.test(text) ? "zone-missing" : "bad-time";
	const [, year, month, day, hour, minute, second = "0", fraction = "", zone] = match;
	const wall = [year, month, day, hour, minute, second].map(Number);
	const wallMs = wallTime(wall);
	if (wallMs === null) return "bad-time";
	if (zone === undefined) return "zone-missing";
	const offset = parseOffset(zone);
	if (offset === null) return "bad-time";
	return wallMs + Number(fraction.padEnd(3, "0").slice(0, 3)) - offset * minuteMs;
}

/** Epoch ms; null for a date or time that does not exist, which `Date` would carry over. */
function wallTime([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number | null {
	if (hour > 23 || minute > 59 || second > 59) return null;
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	// Date.UTC maps the years 0 to 99 to 1900 to 1999.
	if (year < 100) date.setUTCFullYear(year);
	const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return isReal ? date.getTime() : null;
}

function parseOffset(zone: string): number | null {
	if (zone.toUpperCase() === "Z") return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(":", "") || "0");
	if (hours > 23 || minutes > 59) return null;
	return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
