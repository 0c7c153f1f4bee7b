import type { GetLogs, LogPage } from "../../shared/log/log";
import { hasReadingFilter, passesFilter } from "../../shared/log/reading-filter";
import { rangeBounds } from "../../shared/time/time-zones";
import { devicesAt } from "./fleet";
import { readingsBetween } from "./readings";

const timeZone = "Europe/Lisbon";
const defaultLimit = 2_000;

/**
 * A page of the log, newest first. The cursor counts the earlier readings, which is right only for readings that never change;
 * continue after the last reading in a store of your own.
 */
export function logPage(input: GetLogs, now: number): LogPage {
	const zone = input.zone ?? timeZone;
	const bounds = rangeBounds({ rangeType: input.rangeType, offset: input.offset, zone, now });
	const span = { from: input.from ?? bounds.from, to: input.to ?? bounds.to };
	const { deviceIds, groupIds, channelIds } = input;
	const devices = devicesAt(now).filter(
		(device) =>
			(deviceIds?.includes(device.id) ?? true) && (groupIds?.some((id) => device.groupIds.includes(id)) ?? true),
	);
	const holdsText = (name: string) => name.toLowerCase().includes(input.text?.toLowerCase() ?? "");
	const channels = devices.flatMap((device) =>
		device.channels
			.filter(({ id, name }) => (channelIds?.includes(id) ?? true) && (holdsText(name) || holdsText(device.name)))
			.map(({ value: _, at: __, ...channel }) => ({ ...channel, deviceId: device.id })),
	);
	const known = { from: span.from, to: Math.min(span.to, now) };
	const isRequested = (input.kinds?.includes("reading") ?? true) && !input.levels;
	const every = (isRequested ? channels : [])
		.flatMap(({ id }, channel) => readingsBetween(id, known).map((reading) => ({ channel, ...reading })))
		.toSorted((a, b) => b.at - a.at || a.channel - b.channel);
	const rows = hasReadingFilter(input) ? wholeRows(every, channels, input) : every;
	const start = Number(input.cursor ?? 0);
	const end = start + (input.limit ?? defaultLimit);
	const page = rows.slice(start, end);
	const at = page.map((row) => row.at);
	return {
		...span,
		zone,
		devices: devices.map(({ id, name, timezoneOffset, timeZoneRule }) => ({ id, name, timezoneOffset, timeZoneRule })),
		channels,
		readings: {
			readingAt: at,
			receivedAt: at,
			channel: page.map((row) => row.channel),
			value: page.map((row) => row.value),
		},
		events: [],
		nextCursor: end < rows.length ? String(end) : null,
		previousReadingAt: null,
	};
}

type Row = { channel: number; at: number; value: number };

/** Keeps a device's readings of one time together where one of them passes. No reading here is late. */
function wholeRows(rows: Row[], channels: LogPage["channels"], filter: GetLogs): Row[] {
	const keyOf = ({ channel, at }: Row) => `${channels[channel]?.deviceId} ${at}`;
	const isPassing = ({ channel: position, at, value }: Row) => {
		const channel = channels[position];
		return channel && passesFilter({ value, at, receivedAt: at, channel, lateAfterMs: undefined }, filter);
	};
	const kept = new Set(rows.filter(isPassing).map(keyOf));
	return rows.filter((row) => kept.has(keyOf(row)));
}
