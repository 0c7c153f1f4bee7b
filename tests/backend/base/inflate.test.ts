import { gzipSync, zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { inflated } from "../../../backend/base/inflate";

const pack = { gzip: gzipSync, zlib: zlibSync };

describe.each(["gzip", "zlib"] as const)("bytes packed as %s", (format) => {
	const packed = (bytes: number) => pack[format](new Uint8Array(bytes));
	const bomb = packed(50_000_000);

	it.each([0, 1, 264, 16_384, 72_060, 98_304, 1_000_000, 4_000_000])(
		"inflate up to %i bytes and no further",
		(most) => {
			expect(inflated(packed(most), { format, mostBytes: most })).toHaveLength(most);
			for (const more of [packed(most + 1), packed(3 * most + 1), bomb]) {
				expect(inflated(more, { format, mostBytes: most })).toBe("too-large");
			}
		},
	);

	it("return unreadable if they are cut off, changed, or were never packed", () => {
		const whole = packed(10_000);
		const options = { format, mostBytes: 10_000 };
		expect(inflated(whole.slice(0, -1), options)).toBe("unreadable");
		expect(
			inflated(
				whole.map((byte, position) => (position === whole.length - 6 ? byte ^ 1 : byte)),
				options,
			),
		).toBe("unreadable");
		expect(inflated(new Uint8Array(20).fill(7), options)).toBe("unreadable");
		expect(inflated(new Uint8Array(), options)).toBe("unreadable");
	});
});
