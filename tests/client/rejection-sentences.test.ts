import { describe, expect, it } from "vitest";
import { rejectionSentence, sampleSentence } from "../../client/entities/ingest";
import type { DeviceRejections, RejectedSample } from "../../shared/ingest/device-rejections";

const rejections = (change: Partial<DeviceRejections>): DeviceRejections => {
	return { since: 0, at: 0, sent: 15, refused: 12, reasons: [], sample: null, ...change };
};

describe("the report of rejected readings", () => {
	it.each<[Partial<DeviceRejections>, string]>([
		[
			{ reasons: [{ reason: "unknown-channel", count: 12 }] },
			"12 of 15 readings of the last upload were rejected: the channel does not exist (12).",
		],
		[
			{
				sent: 20_000,
				refused: 1_300,
				reasons: [
					{ reason: "future", count: 1_299 },
					{ reason: "bad-value", count: 1 },
				],
			},
			"1,300 of 20,000 readings of the last upload were rejected: the time is more than a day ahead (1,299), the value is not a number within ±1e100 (1).",
		],
		[
			{ sent: 1, refused: 1, reasons: [{ reason: "time-missing", count: 1 }] },
			"1 of 1 reading of the last upload was rejected: there is no time (1).",
		],
		[
			{ sent: null, refused: 0, reasons: [{ reason: "invalid-body", count: 1 }] },
			"The last upload was rejected as a whole: the body has another shape than readings have.",
		],
	])("is %o", (change, sentence) => {
		expect(rejectionSentence(rejections(change))).toBe(sentence);
	});

	it.each<[RejectedSample, string]>([
		[{ channel: "temp", at: "1", value: '"23,5"' }, 'For example: channel “temp”, time 1, value "23,5".'],
		[{ channel: null, at: null, value: "null" }, "For example: value null."],
		[{ channel: null, at: null, value: null }, "Nothing in it could be read."],
	])("of the sample %o", (sample, sentence) => {
		expect(sampleSentence(sample)).toBe(sentence);
	});
});
