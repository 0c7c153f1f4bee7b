import { mergeColumns } from "./merge-columns";
import type { ChannelReadings, Readings, UploadFact } from "./readings";

/**
 * The union of readings of one device by (channel, time). Of two, the one of the higher `seq` stays; of one `seq`
 * that of the later part. The uploads are those still referenced, ascending by `seq`.
 */
export function mergeReadings(parts: Readings[]): Readings {
	const uploads = parts.flatMap((part) => part.uploads);
	const seqs = Float64Array.from(uploads, ({ seq }) => seq);
	const channels = [...columnsByChannel(parts)]
		.sort(([a], [b]) => a - b)
		.map(([channel, columns]) => ({ channel, ...mergeColumns(columns, seqs) }));
	return { uploads: keepReferenced(uploads, channels), channels };
}

/** Each channel's columns in the order of the parts; `upload` now indexes the uploads of all parts together. */
function columnsByChannel(parts: Readings[]): Map<number, ChannelReadings[]> {
	const byChannel = new Map<number, ChannelReadings[]>();
	let firstUpload = 0;
	for (const { uploads, channels } of parts) {
		for (const columns of channels) {
			const moved = { ...columns, upload: columns.upload.map((index) => index + firstUpload) };
			const known = byChannel.get(columns.channel);
			if (known) known.push(moved);
			else byChannel.set(columns.channel, [moved]);
		}
		firstUpload += uploads.length;
	}
	return byChannel;
}

/** The uploads that readings are of, each once; the channels' `upload` columns are rewritten to index them. */
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
		for (let place = 0; place < upload.length; place += 1) upload[place] = newIndex[upload[place] ?? 0] ?? 0;
	}
	return kept;
}
