import { describe, expect, it } from "vitest";
import { moneyText, moneyUnits } from "../../../shared/account/billing-meters";
import { endOfMonth, monthAfter, monthOf, startOfMonth } from "../../../shared/account/billing-month";
import * as fc from "../../properties";

const zones = [
	"UTC",
	"Europe/Lisbon",
	"America/Denver",
	"Pacific/Apia",
	"Pacific/Kiritimati",
	"Asia/Kathmandu",
	"Africa/Cairo",
];
const instants = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2090, 0, 1) });

describe("a month of billing", () => {
	it("holds every instant in exactly one, on the zone's calendar", () => {
		fc.assert(
			fc.property(fc.constantFrom(...zones), instants, (zone, at) => {
				const month = monthOf(zone, at);
				expect(startOfMonth(zone, month)).toBeLessThanOrEqual(at);
				expect(endOfMonth(zone, month)).toBeGreaterThan(at);
				expect(monthOf(zone, endOfMonth(zone, month))).toBe(monthAfter(month));
				expect(monthOf(zone, endOfMonth(zone, month) - 1)).toBe(month);
			}),
		);
	});

	it.each([
		["America/Denver", "2026-11-01T05:59:59Z", "2026-10"],
		["America/Denver", "2026-11-01T06:00:00Z", "2026-11"],
		["Pacific/Kiritimati", "2026-10-31T10:00:00Z", "2026-11"],
		["UTC", "2026-12-31T23:59:59.999Z", "2026-12"],
	])("counts, in %s, %s as a day of %s", (zone, at, month) => {
		expect(monthOf(zone, Date.parse(at))).toBe(month);
	});

	it("precedes January where it is December", () => {
		expect(monthAfter("2026-12")).toBe("2027-01");
	});
});

describe("money", () => {
	it.each([
		["49", "EUR", "49.00"],
		["0.5", "EUR", "0.50"],
		["0.065", "EUR", "0.065"],
		["0.0001", "EUR", "0.0001"],
		["1234567.8900", "EUR", "1234567.89"],
		["4900.00", "JPY", "4900"],
		["0.5", "JPY", "0.5"],
		["4.9", "KWD", "4.900"],
	])("%s %s reads %s, and nothing of it is rounded", (text, currency, shown) => {
		expect(moneyText(moneyUnits(text), currency)).toBe(shown);
		expect(moneyUnits(moneyText(moneyUnits(text), currency))).toBe(moneyUnits(text));
	});
});
