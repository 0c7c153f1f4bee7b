import type { ImportResult, RecordImport, Upload } from "../base/reading-store";
import { roundsInTurns, slicesOf } from "./day-stamps";
import { draftSlice, type ImportPiece, importPieces, stalePieces } from "./draft-import";
import type { StoreParts } from "./store-parts";
import { channelNumber, recordLatest } from "./take-upload";

type File = {
	importId: string;
	upload: Upload;
	/** Returns `seq`, or a new number if `seq` can no longer be stored. */
	standing: (seq: number) => number;
	record?: RecordImport | undefined;
};

/**
 * Decides in slices, stores in one transaction. Duplicates of other unmerged files are stored too, as those may be undone.
 * Stores nothing of a file without new readings.
 */
export async function appendImport(parts: StoreParts, file: File): Promise<ImportResult> {
	const pieces = await importPieces(parts, file.upload);
	let { seq } = file.upload;
	for (let round = 0; ; round += 1) {
		seq = file.standing(seq);
		const upload = { ...file.upload, seq };
		const stale = stalePieces(parts, upload, pieces);
		if (stale.length === 0) return store(parts, { ...file, upload }, pieces);
		for (const slice of slicesOf(stale, positionsIn)) {
			if (round < roundsInTurns) await parts.nextTurn();
			await draftSlice(parts, upload, { pieces: slice });
		}
	}
}

function store(parts: StoreParts, { importId, upload, record }: File, pieces: ImportPiece[]): ImportResult {
	const result = resultOf(pieces);
	if (result.accepted === 0) return result;
	return parts.transaction(() => {
		const before = parts.tails.row(upload.deviceId) ?? parts.tails.create(upload.deviceId);
		const latest = before.latest.map((one) => ({ ...one }));
		for (const channelId of upload.channelIds) channelNumber(latest, channelId);
		for (const { draft } of pieces) for (const entry of draft?.newest ?? []) recordLatest(latest, entry);
		// Imports count neither as received nor against the daily quota.
		parts.tails.put({ ...before, lastSeq: Math.max(before.lastSeq, upload.seq), latest });
		const partsBefore = new Map<number, number>();
		const rows = pieces.flatMap(({ day, draft }) =>
			(draft?.blocks ?? []).map((block) => {
				const part = partsBefore.get(day) ?? 0;
				partsBefore.set(day, part + 1);
				return { ...block, day, importId, part };
			}),
		);
		parts.importBlocks.addFile(before.number, rows);
		record?.(result);
		return result;
	});
}

export async function tryImport(parts: StoreParts, upload: Upload): Promise<ImportResult> {
	const pieces = await importPieces(parts, upload);
	for (const slice of slicesOf(pieces, positionsIn)) {
		await parts.nextTurn();
		await draftSlice(parts, upload, { pieces: slice, isTried: true });
	}
	return resultOf(pieces);
}

function resultOf(pieces: ImportPiece[]): ImportResult {
	const result: ImportResult = { accepted: 0, duplicates: 0, replaced: 0, expired: [] };
	for (const { draft } of pieces) {
		result.accepted += draft?.accepted ?? 0;
		result.duplicates += draft?.duplicates ?? 0;
		result.replaced += draft?.replaced ?? 0;
		for (const position of draft?.expired ?? []) result.expired.push(position);
	}
	result.expired.sort((one, other) => one - other);
	return result;
}

function positionsIn({ positions }: ImportPiece): number {
	return positions.length;
}
