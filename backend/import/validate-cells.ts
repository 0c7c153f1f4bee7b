import type { RejectReason } from "../../shared/ingest";
import { limits } from "../../shared/limits";
import type { RejectedCell } from "../../shared/reading-import";
import type { Zone } from "../../shared/time-zones";
import type { UploadColumns } from "../base/log-store";
import type { ParsedFile } from "./parsed-file";
import { createWallClock } from "./wall-clock";

const listedInPreview = 100;
const dayMs = 24 * 60 * 60 * 1000;

type Target = {
	channelIds: ReadonlyMap<number, string>;
	zone: Zone;
	now: number /** Of the refusals; all are counted. */;
	mostListed?: number;
};

export type ValidatedCells = {
	columns: UploadColumns;
	line: number[];
	column: number[];
	rowAt: (number | null)[];
	refusals: Refusals;
};

class Refusals {
	count = 0;
	readonly reported: RejectedCell[] = [];
	readonly mostListed: number;

	constructor(mostListed: number) {
		this.mostListed = mostListed;
	}

	add(cell: RejectedCell): void {
		this.count += 1;
		if (this.reported.length < this.mostListed) this.reported.push(cell);
	}
}

export function validateCells(
	file: ParsedFile,
	{ channelIds, zone, now, mostListed = listedInPreview }: Target,
): ValidatedCells {
	const targets = file.values.filter(({ column }) => channelIds.has(column));
	const columns: UploadColumns = {
		channelIds: targets.map(({ column }) => channelIds.get(column) ?? ""),
		channel: [],
		at: [],
		value: [],
	};
	const validated: ValidatedCells = { columns, line: [], column: [], rowAt: [], refusals: new Refusals(mostListed) };
	const times = validateTimes(file, zone, now);
	validated.rowAt = times.map((time) => (typeof time === "number" ? time : null));
	// Without a column to take values from, none is missing.
	if (targets.length === 0) return validated;
	for (let row = 0; row < times.length; row += 1) {
		const time = times[row] ?? "bad-time";
		const line = file.line[row] ?? 0;
		if (typeof time !== "number") {
			validated.refusals.add({ line, column: null, reason: time, text: timeText(file.wallAt[row]) });
			continue;
		}
		// By index: an iterator entry for each of a million cells would double the time.
		for (let channel = 0; channel < targets.length; channel += 1) {
			const column = targets[channel]?.column ?? 0;
			const cell = targets[channel]?.cells[row] ?? null;
			if (cell === null) continue;
			if (typeof cell === "string") {
				validated.refusals.add({ line, column, reason: "bad-value", text: cell });
				continue;
			}
			columns.channel.push(channel);
			columns.at.push(time);
			columns.value.push(cell === 0 ? 0 : cell);
			validated.line.push(line);
			validated.column.push(column);
		}
	}
	return validated;
}

/** UTC ms of each row, or why it has none. A file with the newest row first is read from its end. */
function validateTimes({ wallAt, offsetMinutes }: ParsedFile, zone: Zone, now: number): (number | RejectReason)[] {
	const utcOf = createWallClock(zone);
	const times: (number | RejectReason)[] = new Array(wallAt.length);
	const walls = wallAt.filter((wall) => typeof wall === "number");
	const isNewestFirst = (walls[0] ?? 0) > (walls.at(-1) ?? 0);
	for (let step = 0; step < wallAt.length; step += 1) {
		const row = isNewestFirst ? wallAt.length - 1 - step : step;
		const wall = wallAt[row];
		if (typeof wall !== "number") {
			times[row] = wall === "" ? "time-missing" : "bad-time";
			continue;
		}
		const offset = offsetMinutes?.[row] ?? null;
		// Far off in any zone: outside its calendar the zone would throw.
		const isFarOff = wall < limits.ingestEarliestMs - dayMs || wall > now + limits.ingestFutureMs + dayMs;
		const at = isFarOff ? wall : offset === null ? utcOf(wall) : wall - offset * 60_000;
		times[row] = at === null ? "bad-time" : (outOfBounds(at, now) ?? at);
	}
	return times;
}

function outOfBounds(at: number, now: number): RejectReason | null {
	if (at > now + limits.ingestFutureMs) return "future";
	return at < limits.ingestEarliestMs ? "too-old" : null;
}

function timeText(wall: number | string | undefined): string {
	if (typeof wall !== "number") return wall ?? "";
	const date = new Date(wall);
	return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}
