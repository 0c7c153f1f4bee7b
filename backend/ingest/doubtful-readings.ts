import { appendAll } from "../../shared/base/lists";
import type { IngestResult, RejectReason } from "../../shared/ingest/ingest";
import { isReadingValue } from "../../shared/ingest/reading-value";
import { channelNameKey } from "../db/channel-rows";
import { isFarFrom, mayMeanNoValue } from "../import/no-value";
import { guessChannel } from "./guess-channel";
import { parseTime } from "./parse-readings";
import { countRejected, sampleOfEntry } from "./rejected-entries";
import type { SentByDevice, SentEntry } from "./sent-readings";

type Doubtful = { index: number; reason: RejectReason };

/** Removes readings that need a question: two values of a channel at one time, and numbers that mean "no value". */
export function withoutDoubtful(devices: readonly SentByDevice[]): {
	devices: SentByDevice[];
	rejected: IngestResult["rejected"];
} {
	const rejected: Doubtful[] = [];
	const left = devices.map((device) => {
		const reasons = doubtfulEntries(device.entries);
		if (reasons.size === 0) return device;
		const places = [...reasons].map(([position, reason]) => ({ index: position, reason }));
		appendAll(
			rejected,
			places.map(({ index, reason }) => ({ index: device.entries[index]?.index ?? 0, reason })),
		);
		const entries = device.entries.filter((_, position) => !reasons.has(position));
		const denied = countRejected(places, (position) => sampleOfEntry(device.entries[position]));
		return { ...device, entries, setAside: [...(device.setAside ?? []), ...denied] };
	});
	return { devices: left, rejected: oncePerLine(rejected) };
}

function oncePerLine(rejected: readonly Doubtful[]): Doubtful[] {
	const seen = new Set<string>();
	return rejected.filter(({ index, reason }) => {
		const key = `${index} ${reason}`;
		const isNew = !seen.has(key);
		seen.add(key);
		return isNew;
	});
}

function isReading(value: unknown): boolean {
	return typeof value === "number" && isReadingValue(value);
}

type Seen = { positions: number[]; least: number; greatest: number; count: number };

function doubtfulEntries(entries: readonly SentEntry[]): Map<number, RejectReason> {
	const reasons = new Map<number, RejectReason>();
	const firstOf = new Map<string, number>();
	const channels = new Map<string, Seen>();
	for (const [position, { channel, at, value }] of entries.entries()) {
		if (typeof channel !== "string" || !(typeof value === "boolean" || isReading(value))) continue;
		const key = channelNameKey(channel.trim());
		const instant = parseTime(at);
		const timed = `${instant} ${key}`;
		const first = firstOf.get(timed);
		if (first === undefined) firstOf.set(timed, position);
		else if (typeof instant === "number" && Number(entries[first]?.value) !== Number(value)) {
			reasons.set(first, "same-time");
			reasons.set(position, "same-time");
		}
		if (typeof value === "number") addSeen(channels, key, { place: position, value });
	}
	for (const [key, seen] of channels) {
		// A signal may be as low as such numbers.
		if (guessChannel(key, 0).quantity === "signal") continue;
		for (const position of seen.positions)
			if (isFarFrom(Number(entries[position]?.value), seen)) reasons.set(position, "means-no-value");
	}
	return reasons;
}

function addSeen(
	channels: Map<string, Seen>,
	key: string,
	{ place: position, value }: { place: number; value: number },
): void {
	const seen = channels.get(key) ?? {
		positions: [],
		least: Number.POSITIVE_INFINITY,
		greatest: Number.NEGATIVE_INFINITY,
		count: 0,
	};
	channels.set(key, seen);
	if (mayMeanNoValue(value)) {
		seen.positions.push(position);
		return;
	}
	seen.least = Math.min(seen.least, value);
	seen.greatest = Math.max(seen.greatest, value);
	seen.count += 1;
}
