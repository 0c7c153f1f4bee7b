import { useSyncExternalStore } from "react";
import {
	type DeviceClock,
	deviceOffsetMinutes,
	formatOffset,
	formatTimestamp,
	type InstantTexts,
	instantTexts,
	parseTimeDisplayMode,
	parseTimeStyle,
	type TimeDisplayMode,
	type TimeStyle,
	zoneOffsetMinutes,
} from "../../../shared/time-zones";
import { currentZoneName } from "./zone-names";

const listeners = new Set<() => void>();

/** Of what storage refused, for this page's life. */
const unstored = new Map<string, string>();

function read(key: string): string | null {
	const kept = unstored.get(key);
	if (kept !== undefined) return kept;
	try {
		return localStorage.getItem(key);
	} catch {
		// Storage can be forbidden; the default applies then.
		return null;
	}
}

function store(key: string, choice: string): void {
	try {
		localStorage.setItem(key, choice);
	} catch {
		unstored.set(key, choice);
	}
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	window.addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("storage", listener);
	};
}

/** An IANA name. */
export const viewerZone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);

export function readTimeDisplayMode(): TimeDisplayMode {
	return parseTimeDisplayMode(read("timeDisplayMode"));
}

export function storeTimeDisplayMode(mode: TimeDisplayMode): void {
	store("timeDisplayMode", mode);
}

/** A component that shows times by it also follows the person's style. */
export function useTimeDisplayMode(): TimeDisplayMode {
	useTimeStyle();
	return useSyncExternalStore(subscribe, readTimeDisplayMode);
}

let known = parseTimeStyle(null, null);

/** The same object until something of it changes. */
export function timeStyle(): TimeStyle {
	const style = parseTimeStyle(read("hourCycle"), read("dateOrder"));
	if (known.hourCycle !== style.hourCycle || known.dateOrder !== style.dateOrder) known = style;
	return known;
}

export function storeTimeStyle(style: Partial<TimeStyle>): void {
	for (const [key, choice] of Object.entries(style)) store(key, choice);
}

export function useTimeStyle(): TimeStyle {
	return useSyncExternalStore(subscribe, timeStyle);
}

/** `Nov 07, 05:04:03 PM`, as the person reads it. */
export function instantText(at: number, offsetMinutes: number): string {
	return formatTimestamp(at, offsetMinutes, timeStyle());
}

/** The parts of it, as the person reads them. */
export function instantParts(at: number, offsetMinutes: number): InstantTexts {
	return instantTexts(at, offsetMinutes, timeStyle());
}

/** `Nov 07, 2026` on the viewer's calendar, for dates whose time of day is irrelevant. */
export function formatDate(date: Date): string {
	return instantParts(date.getTime(), zoneOffsetMinutes(viewerZone, date.getTime())).dateWithYear;
}

/** Minutes ahead of UTC; without a device's clock, the viewer's. */
export function shownOffsetMinutes(at: number, clock: DeviceClock | null, mode: TimeDisplayMode): number {
	return clock && mode === "local" ? deviceOffsetMinutes(clock, at) : zoneOffsetMinutes(viewerZone, at);
}

/** In the fixed order: device, viewer, UTC. */
export function describeInstant(at: number, clock: DeviceClock | null): { label: string; text: string }[] {
	const line = (label: string, offset: number) => {
		const { dateWithYear, time } = instantParts(at, offset);
		return { label, text: `${dateWithYear}, ${time} ${formatOffset(offset)}` };
	};
	const viewer = line("My time", zoneOffsetMinutes(viewerZone, at));
	const device = clock ? [line("Device clock", deviceOffsetMinutes(clock, at))] : [];
	return [...device, viewer, line("UTC", 0)];
}
