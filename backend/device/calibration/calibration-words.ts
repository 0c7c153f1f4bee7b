import { asSent, type Calibration } from "../../../shared/calibration";
import { type DeviceClock, deviceOffsetMinutes, formatTimestamp } from "../../../shared/time-zones";

/** An instant (epoch ms) by the device's clock, with its year: `Nov 21, 04:15:00 PM, 2026 (device clock)`. */
export function deviceTimeWords(clock: DeviceClock, at: number): string {
	const offsetMinutes = deviceOffsetMinutes(clock, at);
	const year = new Date(at + offsetMinutes * 60_000).getUTCFullYear();
	return `${formatTimestamp(at, offsetMinutes)}, ${year} (${clock.timeZoneRule === 0 ? "UTC" : "device clock"})`;
}

/** `× 1.02 − 0.3 °C`, or `as sent`. */
export function calibrationWords({ scale, offset }: Omit<Calibration, "from">, unit: string): string {
	if (scale === asSent.scale && offset === asSent.offset) return "as sent";
	const factor = scale === 1 ? [] : [`× ${signed(scale)}`];
	const addend = offset === 0 ? [] : [`${offset < 0 ? "−" : "+"} ${Math.abs(offset)}${unit === "" ? "" : ` ${unit}`}`];
	return [...factor, ...addend].join(" ");
}

function signed(value: number): string {
	return `${value < 0 ? "−" : ""}${Math.abs(value)}`;
}
