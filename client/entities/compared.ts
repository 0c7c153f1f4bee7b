import { dayMs, minuteMs } from "../../shared/base/durations";
import { ChannelId, DeviceId } from "../../shared/base/ids";
import { latestInstant } from "../../shared/base/instant";
import { limits } from "../../shared/base/limits";
import { endWall, instantAfter, startWall, wallLength } from "../../shared/log/compared-spans";
import { type DeviceClock, deviceZone, firstInstantAt, type TimeRange, type Zone } from "../../shared/time/time-zones";
import { t } from "../words/made/entities";
import type { CompareSearch } from "./compare-search";

const letters = ["a", "b", "c", "d"] as const;
export const mostCompared = letters.length;

/** Texts from the address, not validated. */
export type ComparedTexts = { subject: string; from: string; to: string };

export type ComparedProblems = { subject?: string; from?: string; to?: string };

/** `request` null: the texts have problems. A device means its first channel. */
export type Compared = {
	texts: ComparedTexts;
	problems: ComparedProblems;
	request: (TimeRange & ({ channelId: string } | { deviceId: string })) | null;
};

export function comparedOf(search: CompareSearch): Compared[] {
	return letters.flatMap((letter) => {
		const text = search[letter];
		if (text === undefined) return [];
		const [subject = "", from = "", ...rest] = text.split(".");
		return [readCompared({ subject, from, to: rest.join(".") })];
	});
}

export function searchOfCompared(compared: readonly ComparedTexts[]): CompareSearch {
	return Object.fromEntries(
		letters.map((letter, index) => {
			const texts = compared[index];
			return [letter, texts && `${texts.subject}.${texts.from}.${texts.to}`];
		}),
	);
}

export function textsOf(subject: string, { from, to }: TimeRange): ComparedTexts {
	return { subject, from: String(from), to: String(to) };
}

function readCompared(texts: ComparedTexts): Compared {
	const [from, to] = [instantIn(texts.from), instantIn(texts.to)];
	const isChannel = ChannelId.safeParse(texts.subject).success;
	const isDevice = DeviceId.safeParse(texts.subject).success;
	const problems: ComparedProblems = {
		...(!isChannel && !isDevice && { subject: subjectProblem(texts.subject) }),
		...(from === null && { from: t("compared.chooseTime") }),
		...(from !== null && from < limits.ingestEarliestMs && { from: t("compared.tooEarly") }),
		...(to === null && { to: t("compared.chooseTime") }),
		...(to !== null && to > latestInstant && { to: t("compared.tooLate") }),
		...(from !== null && to !== null && to <= from && { to: t("compared.endsFirst") }),
	};
	const isWrong = Object.keys(problems).length > 0;
	if (isWrong || from === null || to === null) return { texts, problems, request: null };
	const { subject } = texts;
	return { texts, problems, request: { from, to, ...(isChannel ? { channelId: subject } : { deviceId: subject }) } };
}

function subjectProblem(subject: string): string {
	return subject === "" ? t("compared.chooseDevice") : t("compared.noSubject");
}

export function instantIn(text: string): number | null {
	return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export const shifts = {
	day: t("compared.dayEarlier"),
	week: t("compared.weekEarlier"),
	month: t("compared.lastMonth"),
	year: t("compared.lastYear"),
} as const;
export type Shift = keyof typeof shifts;

/** Begins at the same wall time earlier, and is as long on the wall clock. Whole months become whole months. */
export function shiftedSpan(zone: Zone, { from, to }: TimeRange, shift: Shift): TimeRange {
	const [start, end] = [startWall(zone, from), endWall(zone, to)];
	const earlier = earlierWall(start, shift);
	const isOfMonths = shift !== "day" && shift !== "week" && isMonthStart(start) && isMonthStart(end);
	return withLength(zone, firstInstantAt(zone, earlier), isOfMonths ? earlierWall(end, shift) - earlier : end - start);
}

function isMonthStart(wall: number): boolean {
	return wall % dayMs === 0 && new Date(wall).getUTCDate() === 1;
}

/** The span that ends where this one begins: whole days stay whole days across clock changes. */
export function spanBefore(zone: Zone, { from, to }: TimeRange): TimeRange {
	const length = wallLength(zone, { from, to });
	const start = instantAfter(zone, from, -Math.max(Math.ceil(length / dayMs) * dayMs, dayMs));
	return withLength(zone, start, length);
}

const usualDays = 7;

export function lastDays(zone: Zone, now: number): TimeRange {
	const today = Math.floor(endWall(zone, now) / dayMs) * dayMs;
	return { from: firstInstantAt(zone, today - (usualDays - 1) * dayMs), to: firstInstantAt(zone, today + dayMs) };
}

function withLength(zone: Zone, from: number, length: number): TimeRange {
	return { from, to: Math.max(instantAfter(zone, from, length), from + minuteMs) };
}

/** In a shorter month, a missing day becomes the month's last day. */
function earlierWall(wall: number, shift: Shift): number {
	if (shift === "day" || shift === "week") return wall - (shift === "day" ? 1 : 7) * dayMs;
	const date = new Date(wall);
	const day = date.getUTCDate();
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() - (shift === "month" ? 1 : 12));
	const next = new Date(date);
	next.setUTCMonth(next.getUTCMonth() + 1, 0);
	date.setUTCDate(Math.min(day, next.getUTCDate()));
	return date.getTime();
}

/** The last days of each device on its own clock. A single device is compared with its days before. */
export function searchOfDevices(devices: readonly ({ id: string } & DeviceClock)[], now: number): CompareSearch {
	const spans = devices.slice(0, mostCompared).map((device) => {
		return { id: device.id, zone: deviceZone(device), span: lastDays(deviceZone(device), now) };
	});
	const [first] = spans;
	if (first && spans.length === 1) spans.push({ ...first, span: spanBefore(first.zone, first.span) });
	return searchOfCompared(spans.map(({ id, span }) => textsOf(id, span)));
}
