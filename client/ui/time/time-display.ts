import { minuteMs } from "../../../shared/base/durations";
import {
	clockTimeText,
	type DeviceClock,
	dateAndTime,
	deviceOffsetMinutes,
	formatOffset,
	type InstantTexts,
	instantTexts,
	nightHours,
	parseTimeDisplayMode,
	type TimeDisplayMode,
	zoneOffsetMinutes,
} from "../../../shared/time/time-zones";
import { pageLanguage } from "../../base/page-language";
import { t } from "../../words/made/first-screen";
import { readChoice, storeChoice, useChoice } from "../browser-choice";
import { displayFormats, useDisplayFormats } from "../display-formats";
import { zoneOfViewer } from "./zone-names";

export const viewerZone = zoneOfViewer(Intl.DateTimeFormat().resolvedOptions().timeZone);

export function readTimeDisplayMode(): TimeDisplayMode {
	return parseTimeDisplayMode(readChoice("timeDisplayMode"));
}

export function storeTimeDisplayMode(mode: TimeDisplayMode): void {
	storeChoice("timeDisplayMode", mode);
}

/** Renders again when the user's formats change. */
export function useTimeDisplayMode(): TimeDisplayMode {
	useDisplayFormats();
	return useChoice(readTimeDisplayMode);
}

export type Precision = "minutes" | "seconds";

/** `Nov 07, 05:04 PM` in the user's formats; with the year unless it is the present one. */
export function instantText(at: number, offsetMinutes: number, to: Precision = "minutes"): string {
	return joined(...instantLines(at, offsetMinutes, to));
}

/** A date and a time as the page's language joins them. */
export function joined(date: string, time: string): string {
	return dateAndTime(date, time, pageLanguage);
}

export function instantLines(at: number, offsetMinutes: number, to: Precision): [string, string] {
	const { date, dateWithYear, time, minutes } = instantParts(at, offsetMinutes);
	const yearOf = (instant: number) => new Date(instant + offsetMinutes * minuteMs).getUTCFullYear();
	return [yearOf(at) === yearOf(Date.now()) ? date : dateWithYear, to === "seconds" ? time : minutes];
}

export function instantParts(at: number, offsetMinutes: number): InstantTexts {
	return instantTexts(at, offsetMinutes, displayFormats());
}

export function clockTime(time: string): string {
	return clockTimeText(time, displayFormats());
}

export function clockHours({ from, to }: { from: string; to: string }): string {
	return t("fromTo", { from: clockTime(from), to: clockTime(to) });
}

export function nightText(): string {
	return clockHours({ from: `${nightHours.from}:00`, to: `${nightHours.to}:00` });
}

/** `Nov 07, 2026` on the viewer's calendar, for dates whose time of day is irrelevant. */
export function formatDate(date: Date): string {
	return instantParts(date.getTime(), zoneOffsetMinutes(viewerZone, date.getTime())).dateWithYear;
}

/** Minutes ahead of UTC; without a device's clock, the viewer's. */
export function shownOffsetMinutes(at: number, clock: DeviceClock | null, mode: TimeDisplayMode): number {
	return clock && mode === "local" ? deviceOffsetMinutes(clock, at) : zoneOffsetMinutes(viewerZone, at);
}

export function describeInstant(at: number, clock: DeviceClock | null): { label: string; text: string }[] {
	const line = (label: string, offset: number) => {
		const { dateWithYear, time } = instantParts(at, offset);
		return { label, text: `${joined(dateWithYear, time)} ${formatOffset(offset)}` };
	};
	const viewer = line(t("myTime"), zoneOffsetMinutes(viewerZone, at));
	const device = clock ? [line(t("deviceClock"), deviceOffsetMinutes(clock, at))] : [];
	return [...device, viewer, line("UTC", 0)];
}
