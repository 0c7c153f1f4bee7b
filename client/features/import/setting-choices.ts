import type { LogDevice } from "../../../shared/log";
import type { ImportPreview } from "../../../shared/reading-import";
import { deviceZone, formatOffset, parseDeviceZone, type Zone } from "../../../shared/time-zones";
import { viewerZone } from "../../ui/time/time-display";

export const separators = [
	{ value: ",", label: "Comma" },
	{ value: ";", label: "Semicolon" },
	{ value: "\t", label: "Tab" },
	{ value: "|", label: "Bar |" },
] as const;

export const decimalSigns = [
	{ value: ".", label: "Point, 4.2" },
	{ value: ",", label: "Comma, 4,2" },
] as const;

export const dateOrders = [
	{ value: "day-first", label: "Day first" },
	{ value: "month-first", label: "Month first" },
	{ value: "year-first", label: "Year first" },
] as const;

export function timeColumnChoices({ columns }: ImportPreview): { value: string; label: string }[] {
	return columns.map(({ column, name }) => ({ value: String(column), label: name }));
}

/** Under rule 0 a device keeps UTC, whatever its offset says: the same words as the backend's. */
export function clockOfDevice({ timezoneOffset, timeZoneRule }: LogDevice): Zone {
	return deviceZone({ timezoneOffset: timeZoneRule === 0 ? 0 : timezoneOffset, timeZoneRule });
}

type ZoneGroup = { group: string; items: { value: Zone; label: string }[] };

/** The zones a file's times may be of, the likely ones first and each once. */
export function zoneChoices(device: LogDevice, detected: Zone): ZoneGroup[] {
	const clock = clockOfDevice(device);
	const likely = new Map<Zone, string>([
		[clock, "Device clock"],
		["UTC", "UTC"],
	]);
	if (!likely.has(viewerZone)) likely.set(viewerZone, `My zone, ${viewerZone}`);
	if (!likely.has(detected)) likely.set(detected, detectedLabel(detected));
	const others = Intl.supportedValuesOf("timeZone").filter((zone) => !likely.has(zone));
	return [
		{ group: "Likely", items: [...likely].map(([value, label]) => ({ value, label })) },
		{ group: "All zones", items: others.map((zone) => ({ value: zone, label: zone })) },
	];
}

function detectedLabel(zone: Zone): string {
	const clock = parseDeviceZone(zone);
	return clock ? `As the file says, ${formatOffset(clock.timezoneOffset)}` : zone;
}
