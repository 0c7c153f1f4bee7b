import { useSyncExternalStore } from "react";
import {
	type DeviceClock,
	deviceOffsetMinutes,
	formatOffset,
	formatTimestamp,
	parseTimeDisplayMode,
	type TimeDisplayMode,
	zoneOffsetMinutes,
} from "../../../shared/time-zones";
import { currentZoneName } from "./zone-names";

const storageKey = "timeDisplayMode";
const listeners = new Set<() => void>();
let unstoredMode: TimeDisplayMode | null = null;

/** An IANA name. */
export const viewerZone = currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);

export function readTimeDisplayMode(): TimeDisplayMode {
	if (unstoredMode) return unstoredMode;
	try {
		return parseTimeDisplayMode(localStorage.getItem(storageKey));
	} catch {
		// Storage can be forbidden; the default applies then.
		return parseTimeDisplayMode(null);
	}
}

export function storeTimeDisplayMode(mode: TimeDisplayMode): void {
	try {
		localStorage.setItem(storageKey, mode);
	} catch {
		// Kept for this page's life, since it cannot be stored.
		unstoredMode = mode;
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

export function useTimeDisplayMode(): TimeDisplayMode {
	return useSyncExternalStore(subscribe, readTimeDisplayMode);
}

/** Minutes ahead of UTC; without a device's clock, the viewer's. */
export function shownOffsetMinutes(at: number, clock: DeviceClock | null, mode: TimeDisplayMode): number {
	return clock && mode === "local" ? deviceOffsetMinutes(clock, at) : zoneOffsetMinutes(viewerZone, at);
}

/** In the fixed order: device, viewer, UTC. */
export function describeInstant(at: number, clock: DeviceClock | null): { label: string; text: string }[] {
	const line = (label: string, offset: number) => ({
		label,
		text: `${formatTimestamp(at, offset).replace(",", `, ${yearAt(at, offset)},`)} ${formatOffset(offset)}`,
	});
	const viewer = line("My time", zoneOffsetMinutes(viewerZone, at));
	const device = clock ? [line("Device clock", deviceOffsetMinutes(clock, at))] : [];
	return [...device, viewer, line("UTC", 0)];
}

function yearAt(at: number, offsetMinutes: number): number {
	return new Date(at + offsetMinutes * 60_000).getUTCFullYear();
}
