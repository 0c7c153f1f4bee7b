import { minuteMs } from "../../shared/base/durations";
import { addTo } from "../../shared/base/multi-map";
import type { Upload } from "../base/reading-store";
import { encodeBlock } from "./block/block-codec";
import type { Readings } from "./block/readings";
import { sortUpload } from "./block/sort-upload";
import { dayStamps } from "./day-stamps";
import { readingsPerPart } from "./flush-tail";
import { archivedLike, knownReadings, newerOf } from "./known-readings";
import type { ImportBlock } from "./rows/import-block-rows";
import type { StoredDeviceFacts } from "./rows/stored-device-rows";
import { extent, splitByCount } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { channelNumber, type Entry, takeUpload } from "./take-upload";
import { dayOf } from "./utc-days";

export type ImportPiece = {
	day: number;
	/** Indexes of the file's entries; entries of one instant in the order sent. */
	positions: number[];
	draft: PieceDraft | null;
};

/** Valid while the day's stamp equals `stamp`. */
type PieceDraft = {
	stamp: string;
	accepted: number;
	duplicates: number;
	replaced: number;
	expired: number[];
	newest: Entry[];
	blocks: Pick<ImportBlock, "readings" | "firstAt" | "lastAt" | "block">[];
};

const mostInPiece = 5_000;
const mostSorted = 50_000;
const quarterMs = 15 * minuteMs;

export async function importPieces({ nextTurn }: StoreParts, { at }: Upload): Promise<ImportPiece[]> {
	const byDay = new Map<number, number[]>();
	for (const [position, time] of at.entries()) {
		if (position % mostSorted === 0) await nextTurn();
		addTo(byDay, dayOf(time), position);
	}
	const days = [...byDay].sort(([one], [other]) => one - other);
	return days.flatMap(([day, positions]) =>
		piecesOfDay(at, positions).map((piece) => ({ day, positions: piece, draft: null })),
	);
}

/** Never splits an instant. */
function piecesOfDay(at: number[], positions: number[]): number[][] {
	if (positions.length <= mostInPiece) return [positions];
	const byQuarter = new Map<number, number[]>();
	for (const position of positions) addTo(byQuarter, Math.floor((at[position] ?? 0) / quarterMs), position);
	const pieces: number[][] = [];
	for (const [, ofQuarter] of [...byQuarter].sort(([one], [other]) => one - other)) {
		const last = pieces.at(-1);
		if (last && last.length + ofQuarter.length <= mostInPiece) pieces.splice(-1, 1, [...last, ...ofQuarter]);
		else pieces.push(ofQuarter);
	}
	return pieces;
}

export function stalePieces(parts: StoreParts, upload: Upload, pieces: ImportPiece[]): ImportPiece[] {
	const stampOf = stampsOf(parts, upload, pieces);
	return pieces.filter(({ day, draft }) => draft?.stamp !== stampOf(day));
}

function stampsOf(parts: StoreParts, { deviceId, channelIds, seq }: Upload, pieces: ImportPiece[]) {
	const row = parts.tails.row(deviceId);
	const latest = row?.latest.slice() ?? [];
	const numbers = channelIds.map((channelId) => channelNumber(latest, channelId)).join();
	const ofDay = dayStamps(
		parts,
		row,
		pieces.map(({ day }) => day),
	);
	return (day: number) => `${seq} ${numbers} ${ofDay(day)}`;
}

/** `isTried`: counts only. */
export async function draftSlice(
	parts: StoreParts,
	upload: Upload,
	{ pieces, isTried = false }: { pieces: ImportPiece[]; isTried?: boolean },
): Promise<void> {
	const row = parts.tails.row(upload.deviceId);
	const all = entriesAt(
		upload,
		pieces.flatMap(({ positions }) => positions),
	);
	const archived = row ? await archivedLike(parts, row.number, knownChannels(all, row)) : new Map<number, Readings>();
	// No await below: the stamps must match the rows read here.
	const before = parts.tails.row(upload.deviceId) ?? parts.tails.create(upload.deviceId);
	if (row && before.number !== row.number) return;
	const known = knownReadings(parts, before, archived);
	const lookUp = (channel: number, at: number) => {
		const own = known.own(channel, at);
		return { own, shown: newerOf(known.imported(channel, at), own) };
	};
	const stampOf = stampsOf(parts, upload, pieces);
	for (const piece of pieces) {
		const taken = takeUpload(entriesAt(upload, piece.positions), before.latest, { lookUp, isJudgedOnce: false });
		const { accepted, duplicates, replaced, channel, at, value } = taken;
		const readings = isTried ? null : sortUpload({ ...upload, channel, at, value });
		piece.draft = {
			stamp: stampOf(piece.day),
			accepted,
			duplicates,
			replaced,
			expired: taken.expired.map((index) => piece.positions[index] ?? 0),
			newest: readings === null ? [] : newestOf(readings, upload.seq),
			blocks: readings === null ? [] : blocksOf(readings),
		};
	}
}

function entriesAt(upload: Upload, positions: number[]): Upload {
	const { channel, at, value } = upload;
	if (channel.length !== at.length || value.length !== at.length) throw new Error("Upload columns differ in length");
	const column = (values: number[]) => positions.map((position) => values[position] ?? Number.NaN);
	return { ...upload, channel: column(channel), at: column(at), value: column(value) };
}

function knownChannels({ seq, receivedAt, ...columns }: Upload, { latest }: StoredDeviceFacts): Readings {
	const numbers = columns.channelIds.map((channelId) => latest.findIndex(({ id }) => id === channelId));
	const channel: number[] = [];
	const at: number[] = [];
	for (const [index, time] of columns.at.entries()) {
		const number = numbers[columns.channel[index] ?? -1] ?? -1;
		if (number < 0) continue;
		channel.push(number);
		at.push(time);
	}
	return sortUpload({ seq, receivedAt, channel, at, value: at.map(() => 0) });
}

function newestOf({ channels }: Readings, seq: number): Entry[] {
	return channels.map(({ channel, at, value }) => {
		return { channel, at: at.at(-1) ?? Number.NaN, value: value.at(-1) ?? Number.NaN, seq };
	});
}

function blocksOf(readings: Readings): PieceDraft["blocks"] {
	if (readings.channels.length === 0) return [];
	return splitByCount(readings, readingsPerPart).map((piece) => ({ ...extent(piece), block: encodeBlock(piece) }));
}
