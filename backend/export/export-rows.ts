import { appendAll } from "../../shared/base/lists";
import { deletedDeviceName, type LogEvent, type LogPage } from "../../shared/log/log";
import type { ExportForm, LogExportHead } from "../../shared/log/log-export";
import { type ReadingQuality, readingQuality } from "../../shared/log/reading-filter";
import type { ReadingMark } from "../../shared/log/reading-marks";

type ExportDevice = LogExportHead["devices"][number];
type ExportChannel = LogExportHead["channels"][number];

type ExportReading = { value: number; raw: number; receivedAt: number; mark: ReadingMark | null };

/** `at` and `receivedAt` are epoch ms. */
export type ExportRow = { at: number; device: ExportDevice | null } & (
	| {
			kind: "readings";
			values: (number | null)[];
			raws: (number | null)[];
			receivedAt: number;
			marks: { title: string; mark: ReadingMark }[];
	  }
	| ({ kind: "reading"; channel: ExportChannel } & ExportReading)
	| { kind: "event"; event: LogEvent }
);

/** Ends a batch: a whole page with hundreds of columns would fill the memory. */
const mostRows = 1_000;

type WideRow = Extract<ExportRow, { kind: "readings" }>;
type Instant = { at: number; readings: ExportRow[]; wideRows: Map<ExportDevice, WideRow>; events: ExportRow[] };

export function channelColumns({ channels }: LogExportHead): string[] {
	return [...new Set(channels.map(channelTitle))];
}

export function rawColumns({ channels }: LogExportHead): string[] {
	return [...new Set(channels.filter(({ isCalibrated }) => isCalibrated).map(channelTitle))];
}

/** A batch holds back its last instant, which the next page may continue. Throws if time goes back or a channel changes. */
export async function* exportRows(
	pages: AsyncIterable<LogPage>,
	head: LogExportHead,
	form: ExportForm,
): AsyncGenerator<ExportRow[], void> {
	const devices = new Map([...head.archived, ...head.devices].map((device) => [device.id, device]));
	const channels = new Map(head.channels.map((channel) => [channel.id, channel]));
	const columns = new Map(channelColumns(head).map((title, index) => [title, index]));
	const raws = new Map(rawColumns(head).map((title, index) => [title, index]));
	const addedSince = new Map<string, ExportDevice>();
	let instant = instantAt(Number.NEGATIVE_INFINITY);
	let rows: ExportRow[] = [];

	function moveTo(at: number): void {
		if (at === instant.at) return;
		if (at < instant.at) throw new Error("Pages of the log are not in order");
		appendAll(rows, instant.readings);
		appendAll(rows, instant.events);
		instant = instantAt(at);
	}

	function addReading(channel: ExportChannel, device: ExportDevice, reading: ExportReading): void {
		const { at, readings, wideRows } = instant;
		if (form === "long") {
			readings.push({ kind: "reading", at, device, channel, ...reading });
			return;
		}
		const title = channelTitle(channel);
		const column = columns.get(title) ?? 0;
		let row = wideRows.get(device);
		// A doubtful reading and one that counts may be of the same instant.
		if (!row || (row.values[column] ?? null) !== null) {
			const empty = ({ size }: Map<string, number>) => Array<number | null>(size).fill(null);
			row = {
				kind: "readings",
				at,
				device,
				values: empty(columns),
				raws: empty(raws),
				receivedAt: reading.receivedAt,
				marks: [],
			};
			wideRows.set(device, row);
			readings.push(row);
		}
		row.values[column] = reading.value;
		if (reading.mark !== null) row.marks.push({ title, mark: reading.mark });
		const rawColumn = raws.get(title);
		if (rawColumn !== undefined) row.raws[rawColumn] = reading.raw;
		row.receivedAt = Math.max(row.receivedAt, reading.receivedAt);
	}

	for await (const { readings, channels: named, devices: onPage, events } of pages) {
		for (const { id, computedSince } of named) {
			const first = channels.get(id);
			if (first && first.computedSince !== computedSince) throw new Error("A channel was changed during an export");
		}
		for (const device of onPage)
			if (!devices.has(device.id)) addedSince.set(device.id, { ...device, serialNumber: null });
		let nextEvent = 0;
		const addEventsBefore = (at: number) => {
			for (let event = events[nextEvent]; event && event.at < at; event = events[++nextEvent]) {
				moveTo(event.at);
				const id = event.deviceId ?? "";
				const device = devices.get(id) ?? addedSince.get(id) ?? null;
				instant.events.push({ kind: "event", at: event.at, device, event });
			}
		};
		for (const [index, at] of readings.readingAt.entries()) {
			const channel = channels.get(named[readings.channel[index] ?? -1]?.id ?? "");
			const device = channel && devices.get(channel.deviceId);
			if (!channel || !device) continue;
			addEventsBefore(at);
			moveTo(at);
			const value = readings.value[index] ?? 0;
			const raw = readings.raw?.[index] ?? value;
			const mark = readings.mark?.[index] ?? null;
			addReading(channel, device, { value, raw, receivedAt: readings.receivedAt[index] ?? 0, mark });
			if (rows.length < mostRows) continue;
			yield rows;
			rows = [];
		}
		addEventsBefore(Number.POSITIVE_INFINITY);
		yield rows;
		rows = [];
	}
	moveTo(Number.POSITIVE_INFINITY);
	yield rows;
}

export function markTextOf(row: ExportRow): string | null {
	if (row.kind === "reading") return row.mark;
	if (row.kind === "event" || row.marks.length === 0) return null;
	return row.marks.map(({ title, mark }) => `${title}: ${mark}`).join(", ");
}

export function hasMarks({ channels }: LogExportHead): boolean {
	return channels.some(({ isMarked }) => isMarked);
}

export function qualityOf(row: ExportRow): ReadingQuality | null {
	if (row.kind === "event") return null;
	return readingQuality({ at: row.at, receivedAt: row.receivedAt, lateAfterMs: row.device?.lateAfterMs });
}

export function deviceNameOf(row: ExportRow): string | null {
	if (row.device) return row.device.name;
	return row.kind === "event" && row.event.deviceId !== null ? deletedDeviceName : null;
}

function instantAt(at: number): Instant {
	return { at, readings: [], wideRows: new Map(), events: [] };
}

/** Such as `Air (°C)`. */
export function channelTitle({ name, unit }: { name: string; unit: string }): string {
	return unit === "" ? name : `${name} (${unit})`;
}
