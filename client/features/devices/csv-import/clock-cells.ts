import type { TimeZoneRule } from "../../../../shared/time-zones";
import { standardOffsetMinutes } from "../../../entities/clock-labels";

const clockPattern = /^(?:utc|gmt)?\s*([+\-−])\s*(?:(\d{1,2})(?::([0-5]\d))?|(\d{2})([0-5]\d))$/i;
const minutesPattern = /^([+\-−]?)(\d{1,3})$/;
const hoursEast = 14;

/**
 * Minutes east of UTC: `+05:45`, `UTC+2`, `UTC`, minutes as `345`, or a zone as `Europe/Berlin`, of which the standard time
 * counts. Null: it is none of these, or could be two of them. `now` is epoch ms.
 */
export function parseOffset(text: string, now: number): number | null {
	const word = text.trim();
	if (/^(utc|gmt|z)$/i.test(word)) return 0;
	const clock = clockPattern.exec(word);
	if (clock) {
		const [, sign, hours, minutes, hoursBefore, minutesAfter] = clock;
		return (sign === "+" ? 1 : -1) * (Number(hours ?? hoursBefore) * 60 + Number(minutes ?? minutesAfter ?? 0));
	}
	const whole = minutesPattern.exec(word);
	if (whole) {
		const offset = Number(whole[2]);
		// `2` may be meant as hours: who writes so has to say it.
		if (offset > 0 && offset <= hoursEast) return null;
		return whole[1] === "-" || whole[1] === "−" ? -offset : offset;
	}
	if (!word.includes("/")) return null;
	try {
		return standardOffsetMinutes(word, now);
	} catch {
		// No zone of this name: the runtime throws where it knows none.
		return null;
	}
}

const rulesByWord: Record<string, TimeZoneRule> = {
	"0": 0,
	utc: 0,
	"1": 1,
	us: 1,
	dst: 1,
	"us daylight saving": 1,
	"local time with us daylight saving": 1,
	yes: 1,
	"2": 2,
	no: 2,
	none: 2,
	standard: 2,
	local: 2,
	"no daylight saving": 2,
	"local time, no daylight saving": 2,
};

export function parseRule(text: string): TimeZoneRule | null {
	const word = text.trim().toLowerCase();
	return Object.hasOwn(rulesByWord, word) ? (rulesByWord[word] ?? null) : null;
}
