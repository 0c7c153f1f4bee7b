import { addTo } from "../../../shared/base/multi-map";
import { positionFrom } from "../../../shared/base/sorted";
import type { ChannelReadings, Readings, UploadFact } from "./readings";

/** The higher `seq` wins, of equal `seq` the later part. Keeps referenced uploads, ascending by `seq`. */
export function mergeReadings(parts: Readings[]): Readings {
	const uploads = parts.flatMap((part) => part.uploads);
	const seqs = Float64Array.from(uploads, ({ seq }) => seq);
	const channels = [...columnsByChannel(parts)]
		.sort(([a], [b]) => a - b)
		.map(([channel, columns]) => ({ channel, ...mergeColumns(columns, seqs) }));
	return { uploads: keepReferenced(uploads, channels), channels };
}

function columnsByChannel(parts: Readings[]): Map<number, ChannelReadings[]> {
	const byChannel = new Map<number, ChannelReadings[]>();
	let firstUpload = 0;
	for (const { uploads, channels } of parts) {
		for (const columns of channels) {
			const moved = { ...columns, upload: columns.upload.map((index) => index + firstUpload) };
			addTo(byChannel, columns.channel, moved);
		}
		firstUpload += uploads.length;
	}
	return byChannel;
}

function keepReferenced(uploads: UploadFact[], channels: ChannelReadings[]): UploadFact[] {
	const isReferenced = new Uint8Array(uploads.length);
	for (const { upload } of channels) for (const index of upload) isReferenced[index] = 1;
	const referenced = [...uploads.entries()]
		.filter(([index]) => isReferenced[index] === 1)
		.sort(([, a], [, b]) => a.seq - b.seq || a.receivedAt - b.receivedAt);
	const kept: UploadFact[] = [];
	const newIndex = new Uint32Array(uploads.length);
	for (const [index, { seq, receivedAt }] of referenced) {
		const last = kept.at(-1);
		if (last?.seq !== seq || last.receivedAt !== receivedAt) kept.push({ seq, receivedAt });
		newIndex[index] = kept.length - 1;
	}
	for (const { upload } of channels) {
		for (let position = 0; position < upload.length; position += 1)
			upload[position] = newIndex[upload[position] ?? 0] ?? 0;
	}
	return kept;
}

type Columns = Pick<ChannelReadings, "at" | "value" | "upload">;

/** Merges adjacent pairs, so that the later part stays later. `seqs` rank the uploads. */
function mergeColumns(parts: Columns[], seqs: Float64Array): Columns {
	let runs = joinAscending(parts);
	while (runs.length > 1) {
		const merged: Columns[] = [];
		for (let index = 0; index < runs.length; index += 2) {
			const [earlier, later] = runs.slice(index, index + 2);
			if (earlier) merged.push(later ? mergePair(earlier, later, seqs) : earlier);
		}
		runs = merged;
	}
	return runs[0] ?? emptyColumns(0);
}

function joinAscending(parts: Columns[]): Columns[] {
	const whole = emptyColumns(parts.reduce((length, { at }) => length + at.length, 0));
	const starts: number[] = [];
	let length = 0;
	for (const { at, value, upload } of parts) {
		if (length === 0 || !((at[0] ?? 0) > (whole.at[length - 1] ?? 0))) starts.push(length);
		whole.at.set(at, length);
		whole.value.set(value, length);
		whole.upload.set(upload, length);
		length += at.length;
	}
	return starts.map((start, index) => slice(whole, start, starts[index + 1] ?? length));
}

function mergePair(earlier: Columns, later: Columns, seqs: Float64Array): Columns {
	const merged = emptyColumns(earlier.at.length + later.at.length);
	let length = 0;
	let a = 0;
	let b = 0;
	while (a < earlier.at.length || b < later.at.length) {
		const timeA = earlier.at[a] ?? Number.POSITIVE_INFINITY;
		const timeB = later.at[b] ?? Number.POSITIVE_INFINITY;
		const isEarlier = timeA < timeB || (timeA === timeB && seqAt(earlier, a, seqs) > seqAt(later, b, seqs));
		const index = isEarlier ? a : b;
		const source = isEarlier ? earlier : later;
		merged.at[length] = source.at[index] ?? 0;
		merged.value[length] = source.value[index] ?? 0;
		merged.upload[length] = source.upload[index] ?? 0;
		length += 1;
		if (timeA <= timeB) a += 1;
		if (timeB <= timeA) b += 1;
	}
	return slice(merged, 0, length);
}

function seqAt({ upload }: Columns, index: number, seqs: Float64Array): number {
	return seqs[upload[index] ?? 0] ?? 0;
}

function emptyColumns(length: number): Columns {
	return { at: new Float64Array(length), value: new Float64Array(length), upload: new Uint32Array(length) };
}

function slice({ at, value, upload }: Columns, from: number, to: number): Columns {
	return { at: at.subarray(from, to), value: value.subarray(from, to), upload: upload.subarray(from, to) };
}

/** Omits readings that `known` has with the same value, so that these keep when they were received first. */
export function withoutRepeated({ uploads, channels }: Readings, known: Readings): Readings {
	const news = channels.flatMap(({ channel, at, value, upload }): ChannelReadings[] => {
		const before = known.channels.find((one) => one.channel === channel);
		if (!before) return [{ channel, at, value, upload }];
		const isNew = (time: number, index: number) => {
			const position = positionFrom(before.at, time);
			return before.at[position] !== time || before.value[position] !== value[index];
		};
		const kept = Array.from(at.keys()).filter((index) => isNew(at[index] ?? Number.NaN, index));
		if (kept.length === 0) return [];
		return [
			{
				channel,
				at: Float64Array.from(kept, (index) => at[index] ?? Number.NaN),
				value: Float64Array.from(kept, (index) => value[index] ?? Number.NaN),
				upload: Uint32Array.from(kept, (index) => upload[index] ?? 0),
			},
		];
	});
	return { uploads, channels: news };
}
