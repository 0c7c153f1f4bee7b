import { appendAll } from "../../shared/base/lists";
import { channelNameKey } from "../../shared/device/device-terms";
import type { IngestResult } from "../../shared/ingest/ingest";
import { isReadingValue } from "../../shared/ingest/reading-value";
import { parseTime } from "../../shared/ingest/sent-time";
import { countRejected, sampleOfEntry } from "./rejected-entries";
import type { SentByDevice, SentEntry } from "./sent-readings";

type SameTime = { index: number; reason: "same-time" };

/** Removes two values of a channel at one time: neither is known to be right. */
export function withoutSameTime(devices: readonly SentByDevice[]): {
	devices: SentByDevice[];
	rejected: IngestResult["rejected"];
} {
	const rejected: SameTime[] = [];
	const left = devices.map((device) => {
		const positions = sameTimePositions(device.entries);
		if (positions.size === 0) return device;
		const places = [...positions].map((index): SameTime => ({ index, reason: "same-time" }));
		appendAll(
			rejected,
			places.map(({ index, reason }) => ({ index: device.entries[index]?.index ?? 0, reason })),
		);
		const entries = device.entries.filter((_, position) => !positions.has(position));
		const denied = countRejected(places, (position) => sampleOfEntry(device.entries[position]));
		return { ...device, entries, setAside: [...(device.setAside ?? []), ...denied] };
	});
	return { devices: left, rejected: oncePerLine(rejected) };
}

function oncePerLine(rejected: readonly SameTime[]): SameTime[] {
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

function sameTimePositions(entries: readonly SentEntry[]): Set<number> {
	const positions = new Set<number>();
	const firstOf = new Map<string, number>();
	for (const [position, { channel, at, value }] of entries.entries()) {
		if (typeof channel !== "string" || !(typeof value === "boolean" || isReading(value))) continue;
		const instant = parseTime(at);
		const timed = `${instant} ${channelNameKey(channel.trim())}`;
		const first = firstOf.get(timed);
		if (first === undefined) firstOf.set(timed, position);
		else if (typeof instant === "number" && Number(entries[first]?.value) !== Number(value)) {
			positions.add(first);
			positions.add(position);
		}
	}
	return positions;
}
