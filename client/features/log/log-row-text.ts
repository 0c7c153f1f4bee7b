import { durationWords } from "../../../shared/duration-words";
import { deviceOffsetMinutes, formatOffset } from "../../../shared/time-zones";
import { formatValue } from "../../../shared/units";
import type { LogRow, LogValue } from "./log-rows";

/** A row as a line for a spreadsheet or a message: UTC first, since that is the same for everybody. */
export function rowText(row: LogRow): string {
	const { at, device, deviceName, kind, values, text, author, gapMs } = row;
	const measured = [...values.values()].map(measuredText);
	const offset = device ? formatOffset(deviceOffsetMinutes(device, at)) : null;
	const gap = gapMs > 0 ? `after a gap of ${durationWords(gapMs)}` : null;
	const parts = [new Date(at).toISOString(), offset, deviceName, kind, ...measured, text || null, author, gap];
	return parts.filter((part) => part !== null).join("\t");
}

function measuredText(reading: LogValue): string {
	const { value, channel, raw } = reading;
	const sent = raw === null ? "" : ` (raw ${rawText(reading)})`;
	return `${channel.name} ${formatValue(value, channel)}${sent}`;
}

/** What was sent, with every digit and without a unit: a calibration may have changed that too. */
export function rawText({ value, raw }: LogValue): string {
	return String(raw ?? value).replaceAll("-", "−");
}

/** A row as the backend tells it, values in full precision. */
export function rowJson(row: LogRow): string {
	const { at, receivedAt, quality, device, deviceName, kind, values, text, author, level, gapMs } = row;
	const readings = [...values.values()].map(({ value, channel, raw }) => ({
		channelId: channel.id,
		channel: channel.name,
		quantity: channel.quantity,
		unit: channel.unit,
		value,
		...(raw !== null && { raw }),
	}));
	const own =
		kind === "reading" ? { receivedAt, quality, ...(gapMs > 0 && { gapMs }), readings } : { level, text, author };
	return JSON.stringify({ kind, at, deviceId: device?.id ?? null, device: deviceName, ...own }, null, 2);
}
