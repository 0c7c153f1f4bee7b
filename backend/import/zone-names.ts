import { ownValue } from "../../shared/base/own-value";
import { TimezoneOffset, type Zone, ZoneName, zoneOffsetMinutes } from "../../shared/time/time-zones";

/** `offset` in minutes; null if several zones use the name. `zones`: the likeliest first. */
type NamedZone = { offset: number | null; zones: Zone[] };

const pairs: [standard: string, summer: string, offset: number, zone: string][] = [
	["EST", "EDT", -300, "America/New_York"],
	["MST", "MDT", -420, "America/Denver"],
	["PST", "PDT", -480, "America/Los_Angeles"],
	["AKST", "AKDT", -540, "America/Anchorage"],
	["AST", "ADT", -240, "America/Halifax"],
	["WET", "WEST", 0, "Europe/Lisbon"],
	["CET", "CEST", 60, "Europe/Berlin"],
	["MEZ", "MESZ", 60, "Europe/Berlin"],
	["HNEC", "HAEC", 60, "Europe/Paris"],
	["EET", "EEST", 120, "Europe/Athens"],
	["OEZ", "OESZ", 120, "Europe/Athens"],
	["ACST", "ACDT", 570, "Australia/Adelaide"],
	["AEST", "AEDT", 600, "Australia/Sydney"],
	["NZST", "NZDT", 720, "Pacific/Auckland"],
];

const meanings: Record<string, readonly number[]> = { CST: [-360, 480], BST: [60], IST: [330, 60, 120] };

const single: Record<string, NamedZone> = {
	CST: { offset: null, zones: ["America/Chicago", "device:-360:2", "Asia/Shanghai"] },
	CDT: { offset: -300, zones: ["America/Chicago", "device:-300:2"] },
	BST: { offset: null, zones: ["Europe/London", "device:60:2"] },
	IST: { offset: null, zones: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"] },
	HST: { offset: -600, zones: ["Pacific/Honolulu"] },
	MSK: { offset: 180, zones: ["Europe/Moscow"] },
	SAST: { offset: 120, zones: ["Africa/Johannesburg"] },
	JST: { offset: 540, zones: ["Asia/Tokyo"] },
	KST: { offset: 540, zones: ["Asia/Seoul"] },
	SGT: { offset: 480, zones: ["Asia/Singapore"] },
	HKT: { offset: 480, zones: ["Asia/Hong_Kong"] },
	AWST: { offset: 480, zones: ["Australia/Perth"] },
	BRT: { offset: -180, zones: ["America/Sao_Paulo"] },
};

const byName = new Map<string, NamedZone>(Object.entries(single));
const zoneOfPair = new Map<string, Zone>([
	["CST/CDT", "America/Chicago"],
	["GMT/BST", "Europe/London"],
]);
for (const [standard, summer, offset, zone] of pairs) {
	byName.set(standard, { offset, zones: [`device:${offset}:2`, zone] });
	byName.set(summer, { offset: offset + 60, zones: [zone, `device:${offset + 60}:2`] });
	zoneOfPair.set(`${standard}/${summer}`, zone);
}

const spoken: [form: RegExp, zone: Zone][] = [
	[/\bgmt standard time\b|\bgreenwich mean time\/british\b/i, "Europe/London"],
	[/\bw(?:\.|estern) europe(?:an)? (?:standard |summer |daylight )?time\b/i, "Europe/Berlin"],
	[/\bromance (?:standard |daylight )?time\b/i, "Europe/Paris"],
	[/\b(?:central|e\.) europe (?:standard |daylight )?time\b/i, "Europe/Budapest"],
	[/\beastern\s+(?:standard |daylight )?time\b/i, "America/New_York"],
	[/\bcentral\s+(?:standard |daylight )?time\b/i, "America/Chicago"],
	[/\bmountain\s+(?:standard |daylight )?time\b/i, "America/Denver"],
	[/\bpacific\s+(?:standard |daylight )?time\b/i, "America/Los_Angeles"],
	[/\bcentral european\b|\bmitteleurop/i, "Europe/Berlin"],
	[/\beastern european\b|\bosteurop/i, "Europe/Athens"],
];

const offsetForm = /(?:\b(?:GMT|UTC|Z)\s?|^\s*|[\s([:=;,])([+\-−])(\d{1,2})(?::?(\d\d))?(?![\d.,])/i;

export type SaidZone = { text: string; zones: Zone[]; isCertain: boolean };

/** `GMT+02:00` and `UTC` are certain; a name is a question. Null if the text names no zone. */
export function zoneSaidIn(text: string, { isAnyOffset = false } = {}): SaidZone | null {
	const named = nameIn(text);
	if (named) return named;
	const match = isAnyOffset || /\b(?:GMT|UTC)/i.test(text) ? offsetForm.exec(text) : null;
	if (match) {
		const zone = fixedZone(offsetMinutes(match));
		if (zone !== null) return { text: match[0].replace(/^[\s([:=;,]+/, ""), zones: [zone], isCertain: true };
	}
	return /\b(?:GMT|UTC)\b/i.test(text) ? { text: "UTC", zones: ["UTC"], isCertain: true } : null;
}

function nameIn(text: string): SaidZone | null {
	const names = [...new Set(text.match(/(?<![\p{L}\d])[A-Z]{3,4}(?![\p{L}\d])/gu))];
	const [first, second] = names.filter((name) => byName.has(name) || (name === "GMT" && names.includes("BST")));
	const pair = first && second ? (zoneOfPair.get(`${first}/${second}`) ?? zoneOfPair.get(`${second}/${first}`)) : null;
	if (pair) return { text: `${first}/${second}`, zones: [pair], isCertain: false };
	if (first) return { text: first, zones: byName.get(first)?.zones ?? [], isCertain: false };
	const iana = /(?<![\p{L}\d])[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?/u.exec(text)?.[0];
	if (iana && ZoneName.safeParse(iana).success) return { text: iana, zones: [iana], isCertain: false };
	const phrase = spoken.find(([form]) => form.test(text));
	return phrase ? { text: phrase[0].exec(text)?.[0] ?? "", zones: [phrase[1]], isCertain: false } : null;
}

function offsetMinutes([, sign, hours, minutes = "0"]: RegExpExecArray): number {
	const size = Number(hours) * 60 + Number(minutes);
	return sign === "+" ? size : 0 - size;
}

function fixedZone(offset: number): Zone | null {
	if (offset === 0) return "UTC";
	return TimezoneOffset.safeParse(offset).success ? `device:${offset}:2` : null;
}

/** Minutes of `+01:00`, `UTC−7`, `Z` or `CEST`. `ambiguous`: a name of several zones. */
export function offsetOfText(text: string): number | "ambiguous" | null {
	if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0;
	const match = /^(?:UTC|GMT)?\s?([+\-−])(\d{1,2})(?::?(\d\d))?$/i.exec(text);
	if (match) return Math.abs(offsetMinutes(match)) < 24 * 60 ? offsetMinutes(match) : null;
	const named = byName.get(text);
	return named === undefined ? null : (named.offset ?? "ambiguous");
}

/** Minutes of a name in `zone`, such as −360 of `CST` in America/Chicago. Null: the zone has no such offset. */
export function createOffsetsOfNames(zone: Zone | null): (name: string) => number | null {
	const ofZone = zone === null ? [] : [0, 6].map((month) => zoneOffsetMinutes(zone, Date.UTC(2026, month)));
	return (name) => ownValue(meanings, name)?.find((each) => ofZone.includes(each)) ?? null;
}

export function isZoneName(text: string): boolean {
	return byName.has(text);
}

/** Zones that write the month first. */
export function isOfUnitedStates(zone: Zone | null): boolean {
	return zone !== null && /^America\/(?:New_York|Chicago|Denver|Los_Angeles|Anchorage|Phoenix)$/.test(zone);
}
