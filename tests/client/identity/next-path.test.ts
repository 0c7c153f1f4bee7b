import { describe, expect, it } from "vitest";
import { nextPath } from "../../../client/features/sign-in/follow-sign-in";
import * as fc from "../../properties";

const origin = "https://console.example";

describe("the path to go on to after signing in", () => {
	it.each([
		["/devices", "/devices"],
		["/log/?range=day&offset=2#top", "/log/?range=day&offset=2#top"],
		["/devices/../log", "/log"],
		["/groups/%E2%82%AC", "/groups/%E2%82%AC"],
	])("keeps %s of this console", (next, path) => {
		expect(nextPath(next, origin)).toBe(path);
	});

	it.each([
		undefined,
		"",
		"devices",
		"//evil.example",
		"/\\evil.example",
		"/%2fevil.example",
		"/%5Cevil.example",
		"/devices\\..\\evil",
		"/.//evil.example",
		"/a/..//evil.example",
		"/%5cevil.example",
		"//localhost/devices",
		"/\tevil",
		"\t//evil.example",
		"/a\n",
		"/\n/evil.example",
		"https:evil.example",
		"https://evil.example/devices",
		"https://console.example/devices",
		"javascript:alert(1)",
		"/",
		"/login?next=/login",
		"/api/auth/sign-out",
	])("S31 goes to the dashboard instead of %j", (next) => {
		expect(nextPath(next, origin)).toBe("/dashboard");
	});

	it("S31 never leaves the console, whatever the text", () => {
		const piece = fc.constantFrom(
			"/",
			"\\",
			"//",
			".",
			"..",
			"%2f",
			"%5c",
			":",
			"@",
			"\t",
			"\u0000",
			"evil.example",
			"https:",
			"?",
			"#",
			"a",
		);
		// A copy of fast-check's unit "binary", which takes a second or two to build.
		const unit = fc.nat({ max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
		const text = fc.oneof(
			fc.string({ unit }),
			fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`),
		);
		fc.assert(
			fc.property(text, (next) => {
				const path = nextPath(next, origin);
				const url = new URL(path, origin);
				return url.origin === origin && /^\/(?![/\\])/.test(path) && url.pathname + url.search + url.hash === path;
			}),
			{ numRuns: 2_000 },
		);
	});
});
