import { oneLine } from "../../shared/base/name-text";
import type { RejectedSample } from "../../shared/ingest/device-rejections";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { RejectedEntries } from "../device/status/record-rejections";
import type { SentEntry } from "./sent-readings";

/** `optional`: entries that count only if the device has the channel. */
export type ValidatedEntries = { sent: number; refused: RejectedEntries[]; optional?: OptionalEntries[] };
type OptionalEntries = { channel: string; sent: number; refused: RejectedEntries[] };

const sampleLength = 40;

export function countRejected(
	rejected: IngestResult["rejected"],
	sampleOf: (index: number) => RejectedSample,
): RejectedEntries[] {
	const counted = new Map<string, RejectedEntries>();
	for (const { index, reason } of rejected) {
		const known = counted.get(reason);
		if (known) known.count += 1;
		else counted.set(reason, { reason, count: 1, sample: sampleOf(index) });
	}
	return [...counted.values()];
}

export function countOptional(entries: readonly SentEntry[], rejected: IngestResult["rejected"]): OptionalEntries[] {
	const reasons = new Map(rejected.map((entry) => [entry.index, entry]));
	const counted = new Map<string, { sent: number; rejected: IngestResult["rejected"] }>();
	for (const [index, { channel, isOptional }] of entries.entries()) {
		if (!isOptional || typeof channel !== "string") continue;
		const known = counted.get(channel.trim()) ?? { sent: 0, rejected: [] };
		known.sent += 1;
		const rejected = reasons.get(index);
		if (rejected) known.rejected.push(rejected);
		counted.set(channel.trim(), known);
	}
	return [...counted].map(([channel, { sent, rejected: own }]) => {
		return { channel, sent, refused: countRejected(own, (index) => sampleOfEntry(entries[index])) };
	});
}

export function applyOptional(
	{ sent, refused: rejected, optional = [] }: ValidatedEntries,
	hasChannel: (word: string) => boolean,
) {
	const counting = optional.filter(({ channel }) => hasChannel(channel));
	return {
		sent: counting.reduce((sum, own) => sum + own.sent, sent),
		rejected: [...rejected, ...counting.flatMap((own) => own.refused)],
		passedOver: new Set(optional.flatMap(({ channel }) => (hasChannel(channel) ? [] : channel))),
	};
}

export function sampleOfEntry(entry: unknown): RejectedSample {
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

function safeText(text: string): string {
	const line = oneLine(text.slice(0, 4 * sampleLength).toWellFormed()).trim();
	const shown = [...line].slice(0, sampleLength).join("");
	return shown.length < line.length || text.length > 4 * sampleLength ? `${shown}…` : shown;
}
