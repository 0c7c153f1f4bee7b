import { describe, expect, it } from "vitest";
import { drawnPng } from "../../client/features/customize/draw-image";
import { pngFile } from "../png-file";
import * as fc from "../properties";
import { imageHeaders } from "./image-headers";

const fileOf = (...parts: BlobPart[]) => new File(parts, "logo.png", { type: "image/png" });

describe("the check of a picture before it is decoded", () => {
	it.each([
		["with more bytes than a person means", fileOf(new Uint8Array(40_000_000)), "This file has 40 MB."],
		[
			"with letters that may be a script",
			fileOf("\n <svg xmlns='http://www.w3.org/2000/svg'/>"),
			"SVG files can contain",
		],
		["of another kind", fileOf("GIF89a"), "Choose a PNG, JPEG or WebP file."],
	])("%s", async (_, file, why) => {
		await expect(drawnPng(file, "logo")).rejects.toThrow(why);
	});

	it.each(Object.entries(imageHeaders))("rejects a picture by the sides that %s claims", async (_, header) => {
		const side = fc.integer({ min: 1, max: 16_383 });
		const huge = fc.integer({ min: 8_193, max: 16_383 });
		await fc.assert(
			fc.asyncProperty(side, huge, fc.boolean(), async (one, other, isWide) => {
				const [width, height] = isWide ? [other, one] : [one, other];
				const file = fileOf(new Uint8Array(header({ width, height })));
				const said = [width, height].map((each) => each.toLocaleString("en-US")).join(" × ");
				await expect(drawnPng(file, "logo")).rejects.toThrow(`says it is ${said} pixels`);
			}),
			{ numRuns: 20 },
		);
	});

	it.each(Object.entries(imageHeaders))(
		"rejects a picture where %s ends before it says its sides",
		async (_, header) => {
			const whole = header({ width: 50, height: 40 });
			for (let length = 3; length < Math.min(whole.length, 64); length += 1) {
				const denied = drawnPng(fileOf(new Uint8Array(whole.slice(0, length))), "logo");
				await expect(denied).rejects.toThrow(/does not say how large|PNG, JPEG or WebP|holds no image/);
			}
		},
	);

	it("rejects a picture that claims more pixels than it holds", async () => {
		const claims = { width: 50_000, height: 4 };
		const file = fileOf(new Uint8Array(await pngFile({ width: 4, height: 4, claims })));
		await expect(drawnPng(file, "logo")).rejects.toThrow("says it is 50,000 × 4 pixels");
	});
});
