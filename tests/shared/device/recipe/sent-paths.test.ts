import { describe, expect, it } from "vitest";
import { type SentPaths, withMessage } from "../../../../shared/device/recipe/sent-paths";
import * as fc from "../../../properties";

function sent(messages: number[][], version = 1): SentPaths {
	let paths: SentPaths | null = null;
	for (const [at, found] of messages.entries()) paths = withMessage(paths, { version, found, at });
	if (!paths) throw new Error("No message");
	return paths;
}

describe("the paths that a device sends", () => {
	it("count as missing from the first message without them, until they are back", () => {
		expect(sent([[0, 1], [0]]).missing).toEqual({ 1: 1 });
		expect(sent([[0, 1], [0], [0]]).missing).toEqual({ 1: 1 });
		expect(sent([[0, 1], [0], [0, 1]]).missing).toEqual({});
	});

	it("never count as missing before they were sent, nor under another version", () => {
		expect(sent([[0], [0]]).missing).toEqual({});
		const before = sent([[0, 1], [0]]);
		expect(withMessage(before, { version: 2, found: [0], at: 9 })).toMatchObject({ version: 2, missing: {} });
	});

	it("stay unnamed in a device that sends several kinds of messages", () => {
		const kinds = Array.from({ length: 20 }, (_, index) => [index % 2]);
		expect(sent(kinds).missing).toEqual({});
	});

	it("change a bounded number of times, however messages alternate", () => {
		const found = fc.subarray([0, 1, 2]);
		fc.assert(
			fc.property(fc.array(found, { minLength: 1, maxLength: 200 }), (messages) => {
				let changes = 0;
				let paths: SentPaths | null = null;
				for (const [at, each] of messages.entries()) {
					const after: SentPaths = withMessage(paths, { version: 1, found: each, at });
					if (after !== paths) changes += 1;
					paths = after;
				}
				// Each of three values is new once, and goes and comes back three times.
				expect(changes).toBeLessThanOrEqual(1 + 3 * 7);
			}),
		);
	});
});
