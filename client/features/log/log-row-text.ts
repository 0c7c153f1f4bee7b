import { deviceOffsetMinutes, formatOffset } from "../../../shared/time-zones";
import { formatValue } from "../../../shared/units";
import type { LogRow } from "./log-rows";

/** A row as a line for a spreadsheet or a message: UTC first, since that is the same for everybody. */
export function rowText(row: LogRow): string {
	const { at, device, deviceName, kind, values, text, author } = row;
	const measured = [...values.values()].map(({ value, channel }) => `${channel.name} ${formatValue(value, channel)}`);
	const offset = device ? formatOffset(deviceOffsetMinutes(device, at)) : null;
	const parts = [new Date(at).toISOString(), offset, deviceName, kind, ...measured, text || null, author];
	return parts.filter((part) => part !== null).join("\t");
}

/** A row as the backend tells it, values in full precision. */
export function rowJson({ at, receivedAt, device, deviceName, kind, values, text, author, level }: LogRow): string {
	const readings = [...values.values()].map(({ value, channel }) => ({
		channelId: channel.id,
		channel: channel.name,
		quantity: channel.quantity,
		unit: channel.unit,
		value,
	}));
	const own = kind === "reading" ? { receivedAt, readings } : { level, text, author };
	return JSON.stringify({ kind, at, deviceId: device?.id ?? null, device: deviceName, ...own }, null, 2);
}
