import { describe, expect, it } from "vitest";
import { drawnPng } from "../../client/features/customize/draw-image";
import { pngFile } from "../png-file";

const fileOf = (...parts: BlobPart[]) => new File(parts, "logo.png", { type: "image/png" });

describe("a picture is refused before it is decoded", () => {
	it.each([
		["with more bytes than a person means", fileOf(new Uint8Array(40_000_000)), "This file has 40 MB."],
		["with letters that may be a script", fileOf("\n <svg xmlns='http://www.w3.org/2000/svg'/>"), "SVG files can hold"],
		["of another kind", fileOf("GIF89a"), "Choose a PNG, JPEG or WebP file."],
	])("%s", async (_, file, why) => {
		await expect(drawnPng(file, "logo")).rejects.toThrow(why);
	});

	it("that claims more pixels than it holds", async () => {
		const claims = { width: 50_000, height: 4 };
		const file = fileOf(new Uint8Array(await pngFile({ width: 4, height: 4, claims })));
		await expect(drawnPng(file, "logo")).rejects.toThrow("says it is 50,000 × 4 pixels");
	});
});
