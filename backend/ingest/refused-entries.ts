import type { RefusedSample } from "../../shared/device-refusals";
import type { IngestResult } from "../../shared/ingest";
import { oneLine } from "../../shared/name-text";
import type { RefusedEntries } from "../device/refusal/note-refusals";

/** How many entries one device sent, and which were refused before its account was asked. */
export type JudgedEntries = { sent: number; refused: RefusedEntries[] };

const sampleLength = 40;

/** Counts refused entries by reason, with the first of each; `sampleOf` answers for the entry at a place. */
export function countRefused(
	rejected: IngestResult["rejected"],
	sampleOf: (index: number) => RefusedSample,
): RefusedEntries[] {
	const counted = new Map<string, RefusedEntries>();
	for (const { index, reason } of rejected) {
		const known = counted.get(reason);
		if (known) known.count += 1;
		else counted.set(reason, { reason, count: 1, sample: sampleOf(index) });
	}
	return [...counted.values()];
}

/** What people are shown of an entry that may hold anything. */
export function sampleOfEntry(entry: unknown): RefusedSample {
	if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
		return { channel: null, at: null, value: shownPart(entry) };
	}
	const { channel, at, value }: { channel?: unknown; at?: unknown; value?: unknown } = entry;
	return {
		channel: typeof channel === "string" ? safeText(channel) : shownPart(channel),
		at: shownPart(at),
		value: shownPart(value),
	};
}

function shownPart(part: unknown): string | null {
	if (part === undefined) return null;
	if (typeof part === "string") return `"${safeText(part)}"`;
	if (Array.isArray(part)) return "a list";
	return typeof part === "object" && part !== null ? "an object" : String(part);
}

/** Cut first: what was sent may be megabytes. */
function safeText(text: string): string {
	const line = oneLine(text.slice(0, 4 * sampleLength).toWellFormed()).trim();
	const shown = [...line].slice(0, sampleLength).join("");
	return shown.length < line.length || text.length > 4 * sampleLength ? `${shown}…` : shown;
}
