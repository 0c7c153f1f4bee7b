import { describe, expect, it } from "vitest";
import type { ReadingStore } from "../../../backend/base/reading-store";
import { withTimelyLatest } from "../../../backend/store/timely-latest";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import { withReadings } from "../fixtures/reading-store";

const now = Date.parse("2026-05-22T10:00:00Z");

function append(readingStore: ReadingStore, receivedAt: number, at: number, value: number) {
	const seq = readingStore.nextSeq();
	return readingStore.append({
		deviceId: "one",
		seq,
		receivedAt,
		channelIds: ["t"],
		channel: [0],
		at: [at],
		value: [value],
	});
}

async function latestAfter(uploads: [receivedAt: number, at: number, value: number][]) {
	return withReadings(async (readingStore) => {
		for (const [receivedAt, at, value] of uploads) await append(readingStore, receivedAt, at, value);
		const found = (await withTimelyLatest(readingStore, () => now).latest(["one"])).get("one");
		return { ...found?.values.get("t"), lastReadingAt: found?.lastReadingAt };
	});
}

const minutes = (count: number) => now + count * minuteMs;
const ahead = now + 8 * hourMs;

describe("the latest reading of a channel", () => {
	it("shows a current one received after one eight hours ahead, which the clock still has", async () => {
		const uploads: [number, number, number][] = [
			[minutes(-20), ahead, 30],
			[minutes(-10), minutes(-10), 5],
		];
		expect(await latestAfter(uploads)).toEqual({ at: minutes(-10), value: 5, lastReadingAt: ahead });
	});

	it("shows the one ahead while no later upload is current", async () => {
		const steady: [number, number, number][] = [
			[minutes(-500), ahead - 500 * minuteMs, 4],
			[minutes(-20), ahead - 20 * minuteMs, 5],
			[minutes(-10), ahead - 10 * minuteMs, 6],
		];
		expect(await latestAfter(steady)).toMatchObject({ at: ahead - 10 * minuteMs, value: 6 });
	});

	it("shows the newest if no reading is ahead", async () => {
		expect(await latestAfter([[minutes(-10), minutes(4), 5]])).toMatchObject({ at: minutes(4), value: 5 });
	});
});
