import { countDigits, type DisplayFormats, specifiedFormats } from "../../../shared/formats/display-formats";
import type { MessagesTranslate } from "../../../shared/words/made/messages";
import { wordsIn } from "../../../shared/words/made/messages-in";
import type { CauseNotice } from "../causes";
import type { ClaimedMessage } from "../claim-message";
import { shortsOf } from "./message-content";
import { namePart } from "./plain-text";

const mostSpoken = 3;

export type CallText = { say: MessagesTranslate; sentences: string[]; eventIds: string[] };

export function callText(message: ClaimedMessage): CallText {
	const { formats = specifiedFormats, brand, addressee } = message;
	const say = wordsIn(addressee.language, formats);
	const all = shortsOf(message);
	const spoken = all.slice(0, mostSpoken);
	const more = all.length - spoken.length + message.more;
	const texts = spoken.map(({ notice, short }) => spokenText(withDigits(short, notice), { say, formats }));
	const rest = more === 0 ? [] : [say("call.more", { count: more })];
	return {
		say,
		sentences: [say("call.greeting", { company: namePart(brand.companyName, 64) }), ...texts, ...rest],
		eventIds: spoken.flatMap(({ notice }) => {
			return notice.cause === "alert" && notice.facts.endedAt === null ? notice.facts.eventId : [];
		}),
	};
}

function withDigits(text: string, { cause, facts }: CauseNotice): string {
	return cause === "code" ? text.replace(facts.code, [...facts.code].join(", ")) : text;
}

const units = {
	"°C": "celsius",
	"°F": "fahrenheit",
	K: "kelvin",
	"%": "percent",
	"% RH": "percentHumidity",
	Pa: "pascal",
	hPa: "hectopascal",
	kPa: "kilopascal",
	bar: "bar",
	mbar: "millibar",
	V: "volt",
	mV: "millivolt",
	A: "ampere",
	mA: "milliampere",
	W: "watt",
	kW: "kilowatt",
	kWh: "kilowattHour",
	Hz: "hertz",
	ppm: "ppm",
	dB: "decibel",
	lx: "lux",
	mm: "millimetre",
	cm: "centimetre",
	m: "metre",
	l: "litre",
	"m³": "cubicMetre",
	kg: "kilogram",
	g: "gram",
	"m/s": "metrePerSecond",
	"km/h": "kilometrePerHour",
	"µg/m³": "microgramPerCubicMetre",
	"g/m³": "gramPerCubicMetre",
	h: "hour",
	min: "minute",
} as const;
type Unit = keyof typeof units;

const escapedUnits = Object.keys(units)
	.sort((one, other) => other.length - one.length)
	.map((unit) => unit.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
const measured = new RegExp(
	String.raw`(?<![\p{L}\d.,:])(\u2212?)(\d+(?:[.,]\d+)*)(?:[\s\u00a0\u202f]*(${escapedUnits.join("|")})(?![\p{L}\d/³]))?`,
	"gu",
);
const offset = /\s*\(UTC[^)]*\)/g;

type SpokenOptions = { say: MessagesTranslate; formats: Pick<DisplayFormats, "decimalSign"> };

/** `−18.2 °C` becomes `minus 18 point 2 degrees Celsius`. */
export function spokenText(text: string, { say, formats }: SpokenOptions): string {
	return text.replace(offset, "").replace(measured, (found, minus: string, digits: string, unit?: Unit) => {
		const number = spokenNumber(digits, { say, formats });
		if (number === null) return found;
		const value = minus === "" ? number : say("call.minus", { number });
		return unit === undefined ? value : say(`call.unit.${units[unit]}`, { value });
	});
}

function spokenNumber(digits: string, { say, formats }: SpokenOptions): string | null {
	const [one, other] = formats.decimalSign === "point" ? [",", "."] : [".", ","];
	const parts = digits.split(other);
	const [whole = "", part] = parts;
	const plain = whole.replaceAll(one, "");
	const isGrouped = plain === whole || whole === countDigits(Number(plain), formats);
	if (parts.length > 2 || !isGrouped || part?.includes(one)) return null;
	return part === undefined ? plain : say("call.decimal", { whole: plain, part: [...part].join(" ") });
}
