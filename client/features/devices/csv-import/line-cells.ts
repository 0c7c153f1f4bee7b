import { ownValue } from "../../../../shared/base/own-value";
import type { NewChannel } from "../../../../shared/device/device";
import { quantityInSentence, quantityTitles } from "../../../../shared/formats/quantity-titles";
import { knownUnit, unitConversion, unitDimension } from "../../../../shared/formats/unit-spellings";
import { Quantity, quantities } from "../../../../shared/formats/units";
import type { DeviceClock, TimeZoneRule } from "../../../../shared/time/time-zones";
import { comma } from "../../../base/comma-list";
import { clockRuleChoices, standardOffsetMinutes } from "../../../entities/clock-labels";
import { t } from "../../../words/made/devices";
import { englishQuantityTitle } from "../english-titles";

/** Files name quantities by id, in English, or as the page shows them. */
const quantityByWord = new Map<string, Quantity>(
	Quantity.options.flatMap((quantity) =>
		[quantity, englishQuantityTitle(quantity), quantityTitles[quantity]].map(
			(word) => [wordKey(word), quantity] as const,
		),
	),
);

function wordKey(text: string): string {
	return text.trim().normalize("NFKC").toLowerCase();
}

type Channels = { channels: NewChannel[] } | { error: string };

/**
 * Parses `Temperature:temperature:°C; Humidity:humidity:%`. The quantity defaults to the one of the channel's name, the
 * unit to the quantity's own.
 */
export function parseChannels(text: string): Channels {
	const channels: NewChannel[] = [];
	for (const part of text.split(";").map((each) => each.trim())) {
		if (part === "") continue;
		const [name = "", word = name, ...unit] = part.split(":").map((each) => each.trim());
		const quantity = quantityByWord.get(wordKey(word === "" ? name : word));
		if (quantity === undefined) {
			return { error: t("line.quantity", { word: word || name, quantities: Quantity.options.join(comma) }) };
		}
		const written = unit.length > 0 ? unit.join(":") : quantities[quantity].unit;
		if (isOfOtherQuantity(quantity, written)) {
			return { error: t("line.unit", { unit: written, quantity: quantityInSentence(quantity) }) };
		}
		channels.push({ name, quantity, unit: knownUnit(written) ?? written });
	}
	return { channels };
}

/** A level or a battery has units of several dimensions, such as % and V. */
const ofOneDimension: readonly Quantity[] = ["temperature", "pressure", "voltage", "current", "power"];

function isOfOtherQuantity(quantity: Quantity, unit: string): boolean {
	const dimension = unitDimension(unit);
	return (
		ofOneDimension.includes(quantity) && dimension !== null && dimension !== unitDimension(quantities[quantity].unit)
	);
}

export function unknownUnits(texts: Iterable<string>): string[] {
	const unknown = new Set<string>();
	for (const text of texts) {
		const parsed = parseChannels(text);
		if ("error" in parsed) continue;
		for (const { unit } of parsed.channels) if (unit !== "" && knownUnit(unit) === null) unknown.add(unit);
	}
	return [...unknown];
}

const ofAltitude = "m";

/** The unit of length that a heading ends with: `Altitude (ft)`, `elevation_ft`, `Altitude in ft`. Without one: meters. */
export function unitIn(heading: string): string {
	const words = heading.split(/[^\p{L}]+/u);
	return words.filter((word) => unitDimension(word) === "length").at(-1) ?? ofAltitude;
}

const altitudePattern = /^([+\-−]?)(\d{1,6}(?:[.,]\d+)?)\s*(\p{L}.*)?$/u;

/** Three digits after a separator may be thousands or a fraction. */
const ambiguousPattern = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Meters, to a centimeter, from `520`, `520,5 m` or `1706 ft`. Null: none of these, or ambiguous as `1.706`. */
export function parseAltitude(text: string, usualUnit: string): number | null {
	const [, sign, digits = "", unit = usualUnit] = altitudePattern.exec(text.trim()) ?? [];
	const inMeters = unitConversion(unit, ofAltitude);
	if (digits === "" || inMeters === null || ambiguousPattern.test(digits)) return null;
	const value = Number(digits.replace(",", "."));
	return toCentimeters(inMeters(sign === "-" || sign === "−" ? -value : value));
}

/** A file holds at most two decimals, since three could be read as thousands. */
export function toCentimeters(meters: number): number {
	return Math.round(meters * 100) / 100;
}

type ClockCells = {
	offset: string;
	rule: string;
	offsetOf: (text: string) => number | null;
	usual: DeviceClock | null;
	isGiven: boolean;
};

type LineClock = { clock: DeviceClock | null; errors: { offset?: string; rule?: string } };

export function lineClock({ offset, rule, offsetOf, usual, isGiven }: ClockCells): LineClock {
	if (offset === "" && rule === "") return { clock: isGiven ? null : usual, errors: {} };
	const timezoneOffset = offset === "" ? usual?.timezoneOffset : offsetOf(offset);
	const timeZoneRule = rule === "" ? (usual?.timeZoneRule ?? 2) : parseRule(rule);
	const isOffsetMissing = timezoneOffset === undefined && timeZoneRule !== null && timeZoneRule !== 0;
	return {
		clock: { timezoneOffset: timezoneOffset ?? 0, timeZoneRule: timeZoneRule ?? 0 },
		errors: {
			...(timezoneOffset === null && { offset: t("line.zone") }),
			...(isOffsetMissing && { offset: t("line.zoneMissing") }),
			...(timeZoneRule === null && { rule: t("line.clockMode") }),
		},
	};
}

const clockPattern = /^(?:utc|gmt)?\s*([+\-−])\s*(?:(\d{1,2})(?::([0-5]\d))?|(\d{2})([0-5]\d))$/i;
const minutesPattern = /^([+\-−]?)(\d{1,3})$/;
const hoursEast = 14;

/**
 * Minutes east of UTC from `+05:45`, `UTC+2`, `UTC`, minutes as `345`, or a zone as `Europe/Berlin` (its standard
 * time). Null: none of these, or ambiguous. `now` in epoch ms.
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
		if (offset > 0 && offset <= hoursEast) return null;
		return whole[1] === "-" || whole[1] === "−" ? -offset : offset;
	}
	if (!word.includes("/")) return null;
	try {
		return standardOffsetMinutes(word, now);
	} catch {
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
	"local, no daylight saving": 2,
	"local, us daylight saving": 1,
	"local time, no daylight saving": 2,
};

const shownRules = new Map(clockRuleChoices.map(({ value, label }) => [wordKey(label), Number(value) as TimeZoneRule])); // the choices are the rules

/** A file names it in English, or as the page shows it. */
export function parseRule(text: string): TimeZoneRule | null {
	const word = wordKey(text);
	return ownValue(rulesByWord, word) ?? shownRules.get(word) ?? null;
}
