import { describe, expect, it } from "vitest";
import { BrandInput, neutralBrand, shownBrand } from "../../../shared/account/brand";
import {
	brandGrounds,
	brandTokens,
	type ColorScheme,
	contrast,
	isColorVisible,
	leastContrast,
	stateColorNear,
	textOn,
} from "../../../shared/account/brand-colors";
import * as fc from "../../properties";
import { issuesOf } from "../fixtures/issues-of";

const fieldErrors = (changes: Partial<Record<keyof BrandInput, unknown>>) => {
	const issues = issuesOf(BrandInput, { ...neutralBrand, ...changes });
	return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
};

describe("the input of a brand", () => {
	it.each([
		["a CSS value", { primary: "red" }, "primary", "six digits"],
		["a function of CSS", { accent: "url(https://x.test)" }, "accent", "six digits"],
		["a color and more CSS", { accent: "#0b7285;--x:1" }, "accent", "six digits"],
		["white", { primary: "#FFFFFF" }, "primary", "white page"],
		["almost white, in three digits", { accent: "fff" }, "accent", "white page"],
		["a page without TLS", { termsUrl: "http://northwind.test" }, "termsUrl", "https://"],
		["a script", { privacyUrl: "javascript:alert(1)" }, "privacyUrl", "https://"],
		["an address within an address", { supportAddress: "https://a.test@evil.test" }, "supportAddress", "e-mail"],
		["a word", { supportAddress: "help" }, "supportAddress", "e-mail"],
		["a long name", { productName: "x".repeat(41) }, "productName", "40"],
		["an image by its address", { favicon: { hash: "https://x", width: 1, height: 1 } }, "favicon.hash", "image"],
	])("fails the schema: %s", (_, changes, field, sentence) => {
		expect(fieldErrors(changes)).toEqual({ [field]: expect.stringContaining(sentence) });
	});

	it.each([
		["#ABC", "#aabbcc"],
		["0b7285", "#0b7285"],
		[" #0B7285 ", "#0b7285"],
		["", ""],
	])("takes %j for %j", (typed, kept) => {
		expect(BrandInput.parse({ ...neutralBrand, primary: typed }).primary).toBe(kept);
	});
});

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const scheme = fc.constantFrom<ColorScheme>("light", "dark");

describe("the colors of a brand", () => {
	it("can be read in both schemes, whatever was chosen", () => {
		const holds = fc.property(color, color, scheme, (primary, accent, colorScheme) => {
			const tokens = brandTokens({ primary, accent }, colorScheme);
			const read = (name: string) => tokens[name] ?? "";
			const pairs = [
				...brandGrounds[colorScheme].grounds.map((ground) => [read("--brand"), ground] as const),
				[read("--brand"), read("--brand-soft")],
				[read("--brand-ink"), read("--brand-fill")],
				[read("--brand-ink"), read("--brand-fill-hover")],
				[read("--brand-soft-ink"), read("--brand-soft")],
				[read("--story-ink"), read("--story")],
				[read("--story-soft"), read("--story-end")],
			] as const;
			for (const [text, ground] of pairs) expect(contrast(text, ground)).toBeGreaterThanOrEqual(leastContrast);
		});
		fc.assert(holds);
	});

	it("allow nothing but colors", () => {
		const holds = fc.property(color, color, scheme, (primary, accent, colorScheme) => {
			for (const value of Object.values(brandTokens({ primary, accent }, colorScheme)))
				expect(value).toMatch(/^#[0-9a-f]{6}$/);
		});
		fc.assert(holds);
	});

	it("stay as they were chosen on buttons, with white or dark text", () => {
		expect(brandTokens({ primary: "#ffd400", accent: "" }, "light")).toMatchObject({
			"--brand-fill": "#ffd400",
			"--brand-ink": "#10212b",
		});
		expect(brandTokens({ primary: "#7a1fa2", accent: "" }, "dark")).toMatchObject({
			"--brand-fill": "#7a1fa2",
			"--brand-ink": "#ffffff",
		});
	});

	it("follow from one where there is no other, and from none where there is none", () => {
		const both = brandTokens({ primary: "#7a1fa2", accent: "#7a1fa2" }, "light");
		expect(brandTokens({ primary: "#7a1fa2", accent: "" }, "light")).toEqual(both);
		expect(Object.keys(brandTokens({ primary: "", accent: "#7a1fa2" }, "light"))).not.toContain("--brand");
		expect(brandTokens({ primary: "", accent: "" }, "light")).toEqual({});
	});

	it.each([
		["#000000", "#ffffff", 21],
		["#ffffff", "#ffffff", 1],
		["#777777", "#ffffff", 4.48],
		["#0000ff", "#ffffff", 8.59],
	])("have the contrast of WCAG: %s on %s is %d", (one, other, ratio) => {
		expect(contrast(one, other)).toBeCloseTo(ratio, 2);
		expect(contrast(other, one)).toBe(contrast(one, other));
	});

	it("fail where they cannot be seen on white, and a yellow does not", () => {
		expect(["#ffffff", "#f7f9fa", "#ffffe0"].map(isColorVisible)).toEqual([false, false, false]);
		expect(["#ffeb3b", "#e0e0e0", "#000000"].map(isColorVisible)).toEqual([true, true, true]);
		expect(textOn("#ffeb3b")).toBe("#10212b");
	});
});

it("A brand that says nothing shows the product as it is", () => {
	const published = { key: "k", revision: 1 };
	expect(shownBrand({ ...published, brand: neutralBrand })).toBeNull();
	expect(shownBrand({ ...published, brand: { ...neutralBrand, termsUrl: "https://a.test" } })).toMatchObject({
		id: "k",
		revision: 1,
		productName: "AQLCloud",
		light: {},
		links: [{ label: "Terms", href: "https://a.test" }],
	});
});

describe("colors near those of states", () => {
	it.each([
		["#c92a2a", "red"],
		["#e8112d", "red"],
		["#d9780f", "amber"],
		["#f76707", "amber"],
		["#ffd400", "amber"],
		["#2b8a3e", "green"],
		["#009a44", "green"],
		["#69db7c", "green"],
		["#0b7285", null],
		["#7a1fa2", null],
		["#1864ab", null],
		["#d6336c", null],
		["#6b6e70", null],
		["#000000", null],
		["#ffffff", null],
	])("tells that %s is close to %s", (color, near) => {
		expect(stateColorNear(color)).toBe(near);
	});
});
