import { describe, expect, it } from "vitest";
import {
	labelSheets,
	labelsPerSheet,
	placeLabels,
	sheetNames,
	usualSheet,
} from "../../client/device-actions/labels/label-sheets";
import { readCode } from "../../client/features/devices/scan/read-code";
import * as fc from "../properties";

const deviceId = "dev_0123456789abcdefghjkmnpqrs";
const host = "console.example.com";

describe("sheets of labels", () => {
	it("places each label once, on paper, and apart from the others", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...sheetNames),
				fc.integer({ min: 1, max: 120 }),
				fc.nat({ max: 29 }),
				(name, count, before) => {
					const sheet = labelSheets[name];
					const used = before % labelsPerSheet(sheet);
					const items = Array.from({ length: count }, (_, index) => index);
					const pages = placeLabels(items, sheet, used);
					expect(pages.flat().map(({ item }) => item)).toEqual(items);
					expect(pages).toHaveLength(Math.ceil((used + count) / labelsPerSheet(sheet)));
					for (const page of pages) {
						const corners = page.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
						expect(new Set(corners).size).toBe(page.length);
						for (const { x, y } of page) {
							expect(x).toBeGreaterThanOrEqual(0);
							expect(x + sheet.labelWidth).toBeLessThanOrEqual(sheet.width + 0.01);
							expect(y + sheet.labelHeight).toBeLessThanOrEqual(sheet.height + 0.01);
						}
					}
				},
			),
		);
		for (const sheet of Object.values(labelSheets)) {
			expect(sheet.stepX).toBeGreaterThanOrEqual(sheet.labelWidth);
			expect(sheet.stepY).toBeGreaterThanOrEqual(sheet.labelHeight);
		}
	});

	it("starts with the paper of the reader's country", () => {
		expect(["en-US", "es-MX", "de-DE", "en-GB", "ja"].map((tag) => labelSheets[usualSheet(tag)].page)).toEqual([
			"letter",
			"letter",
			"A4",
			"A4",
			"A4",
		]);
	});
});

describe("a scanned code", () => {
	it.each([
		[`https://${host}/d/${deviceId}`, { kind: "device", deviceId }],
		[` HTTPS://CONSOLE.example.com/d/${deviceId}/?x=1 `, { kind: "device", deviceId }],
		[`https://other.example.com/d/${deviceId}`, { kind: "foreign", host: "other.example.com" }],
		["SN: AB-1234", { kind: "serial", serial: "AB-1234" }],
		["S/N=0042", { kind: "serial", serial: "0042" }],
		["00:1A:2B:3C:4D:5E", { kind: "serial", serial: "00:1A:2B:3C:4D:5E" }],
		["LW:D0:1122334455667788:AABBCCDDEEFF0011:AABB1122:SYYWW", { kind: "serial", serial: "aabbccddeeff0011" }],
	])("reads the text of %s", (text, code) => {
		expect(readCode(text, host, () => false)).toEqual(code);
	});

	it("opens a known device by a label that was printed at another host", () => {
		const code = readCode(`https://other.example.com/d/${deviceId}`, host, (id) => id === deviceId);
		expect(code).toEqual({ kind: "device", deviceId });
	});

	it.each([
		"WIFI:S:guests;T:WPA;P:secret;;",
		"otpauth://totp/x?secret=ABC",
		`https://${host}/devices/${deviceId}`,
		`https://${host}/d/dev_short`,
		"https://[broken",
		`javascript://x/d/${deviceId}`,
		"BEGIN:VCARD\nFN:Ann\nEND:VCARD",
		'{"sn":"1"}',
		"",
		"x".repeat(5_000),
	])("takes %j for something else", (text) => {
		const code = readCode(text, host, () => false);
		expect(code.kind).toBe("other");
		expect(code.kind === "other" && code.text.length).toBeLessThanOrEqual(80);
	});
});
