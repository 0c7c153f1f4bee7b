import { describe, expect, it } from "vitest";
import { decodeBlock, encodeBlock } from "../../../../backend/store/block/block-codec";
import { mergeReadings } from "../../../../backend/store/block/merge-readings";
import { receiveInSlots, sortUpload } from "../../../../backend/store/block/sort-upload";
import { slotOfReading, type UploadSlots } from "../../../../shared/ingest/upload-slots";
import * as fc from "../../../properties";
import { uploads } from "./arbitrary-readings";
import { listed } from "./listed-readings";

const slots: fc.Arbitrary<UploadSlots> = fc.record({
	everyMs: fc.integer({ min: 1, max: 3_600_000 }),
	phaseMs: fc.integer({ min: 0, max: 3_600_000 }),
	clockBehindMs: fc.integer({ min: 0, max: 7_200_000 }),
});

describe("an upload received in slots", () => {
	it("keeps every reading, each received at the first slot after it, and none after the upload", () => {
		fc.assert(
			fc.property(uploads, slots, ([upload], slots) => {
				fc.pre(upload !== undefined);
				const whole = sortUpload(upload);
				const inSlots = receiveInSlots(whole, slots);
				const expected = listed(whole).map((one) => {
					return { ...one, receivedAt: Math.min(slotOfReading(slots, one.at), one.receivedAt) };
				});
				expect(listed(inSlots)).toStrictEqual(expected);
				expect(listed(decodeBlock(encodeBlock(inSlots)))).toStrictEqual(expected);
				expect(mergeReadings([inSlots, inSlots])).toStrictEqual(inSlots);
			}),
		);
	});

	it("finds the slot after a reading by the device's phase and by its clock's delay", () => {
		const every = { everyMs: 600_000, phaseMs: 45_000, clockBehindMs: 0 };
		expect(slotOfReading(every, 600_000)).toBe(645_000);
		expect(slotOfReading(every, 645_000)).toBe(645_000);
		expect(slotOfReading(every, 645_001)).toBe(1_245_000);
		expect(slotOfReading({ ...every, clockBehindMs: 60_000 }, 600_000)).toBe(1_245_000);
	});
});
