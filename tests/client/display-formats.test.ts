import { afterEach, describe, expect, it } from "vitest";
import { weekHoursText } from "../../client/entities/clock-labels";
import { scheduleLabel } from "../../client/entities/report-schedule";
import { typedNumber } from "../../client/forms/typed-setting";
import { storeChoice } from "../../client/ui/browser-choice";
import { displayFormats, ownFormat, setCompanyFormats } from "../../client/ui/display-formats";
import { countOf, formatBytes } from "../../client/ui/format";
import { clearOwnUnits, ownUnit, storeOwnFormat, storeOwnUnit } from "../../client/ui/own-formats";
import { clockTime, instantText, nightText } from "../../client/ui/time/time-display";
import { loadUnits, valueText } from "../../client/ui/value-display";
import { formatNames, specifiedFormats } from "../../shared/formats/display-formats";

const company = { ...specifiedFormats, hourCycle: "24", decimalSign: "comma" } as const;
const air = { quantity: "temperature", unit: "°C", decimals: 1 } as const;

afterEach(() => {
	for (const name of formatNames) storeOwnFormat(name, null);
	setCompanyFormats(specifiedFormats);
});

describe("a person's display formats", () => {
	it("follows the company, but for a person's own choices, and again once they take a choice back", () => {
		setCompanyFormats(company);
		expect(displayFormats()).toMatchObject(company);
		storeOwnFormat("hourCycle", "12");
		expect(displayFormats()).toMatchObject({ ...company, hourCycle: "12" });
		setCompanyFormats({ ...company, dateOrder: "year" });
		expect(displayFormats()).toMatchObject({ ...company, hourCycle: "12", dateOrder: "year" });
		storeOwnFormat("hourCycle", null);
		expect(ownFormat("hourCycle")).toBeNull();
		expect(displayFormats()).toMatchObject({ ...company, dateOrder: "year" });
	});

	it("reads in a person's own units over the company's, and again in the company's once they are taken back", async () => {
		await loadUnits();
		const pressure = { quantity: "pressure", unit: "hPa", decimals: 1 } as const;
		const texts = () => [valueText(1013.25, pressure), valueText(4, air)];
		setCompanyFormats({ ...specifiedFormats, temperatureUnit: "°F", units: { pressure: "inHg" } });
		expect(texts()).toEqual(["29.921 inHg", "39.2 °F"]);
		storeOwnUnit("pressure", "stored");
		storeOwnUnit("temperature", "K");
		expect(texts()).toEqual(["1,013.3 hPa", "277.1 K"]);
		expect([ownUnit("pressure"), ownUnit("temperature"), ownFormat("temperatureUnit")]).toEqual([
			"stored",
			"K",
			"stored",
		]);
		storeOwnUnit("temperature", "°C");
		storeOwnUnit("pressure", "psi");
		expect(texts()).toEqual(["14.696 psi", "4.0 °C"]);
		expect([ownUnit("temperature"), ownFormat("temperatureUnit")]).toEqual(["°C", "°C"]);
		storeOwnUnit("temperature", "stored");
		setCompanyFormats({ ...specifiedFormats, units: { temperature: "K" } });
		expect(texts()).toEqual(["14.696 psi", "4.0 °C"]);
		clearOwnUnits();
		expect(texts()).toEqual(["1,013.3 hPa", "277.1 K"]);
	});

	it.each([
		"",
		"{",
		"null",
		"7",
		'"inHg"',
		'["inHg"]',
		'{"pressure":7,"temperature":null}',
		'{"pressure":"furlong","__proto__":"K"}',
	])("reads as measured where the browser stored %j as units", async (text) => {
		await loadUnits();
		storeChoice("units", text);
		expect(valueText(1013.25, { quantity: "pressure", unit: "hPa", decimals: 1 })).toBe("1,013.3 hPa");
		expect(valueText(4, air)).toBe("4.0 °C");
		clearOwnUnits();
	});

	it("keeps the same object until something of it changes", () => {
		const before = displayFormats();
		setCompanyFormats({ ...specifiedFormats });
		storeOwnFormat("hourCycle", "12");
		expect(displayFormats()).toBe(before);
	});

	it("reaches when a report runs, which a backend of one's own may say in its own words", () => {
		const plan = {
			recurrence: { kind: "daily", time: "18:00" },
			delayMinutes: 0,
			startsAt: null,
			endsAt: null,
		} as const;
		const row = { schedule: "Every day at 06:00 PM (UTC)", plan, zone: "UTC" };
		expect(scheduleLabel(row)).toBe(row.schedule);
		setCompanyFormats(company);
		expect(scheduleLabel(row)).toBe("Every day at 18:00 (UTC)");
		expect(scheduleLabel({ schedule: row.schedule, zone: "UTC" })).toBe(row.schedule);
		expect(scheduleLabel({ schedule: "", plan: null, zone: "UTC" })).toBe("On demand");
	});

	it("shows a time to the minute, and to the second where that is requested", () => {
		const at = new Date().setUTCHours(17, 4, 3, 0);
		expect(instantText(at, 0)).toMatch(/, 05:04 PM$/);
		expect(instantText(at, 0, "seconds")).toMatch(/, 05:04:03 PM$/);
		setCompanyFormats(company);
		expect(instantText(at, 60)).toMatch(/, 18:04$/);
	});

	it("reaches values, counts and sizes", () => {
		setCompanyFormats(company);
		expect([valueText(-4.25, air), countOf(12_345, "device"), formatBytes(2_100_000)]).toEqual([
			"−4,3 °C",
			"12.345 devices",
			"2,1 MB",
		]);
		expect(valueText(18_904, { quantity: "power", unit: "W", decimals: 0 })).toBe("18.904 W");
	});

	it("reaches times of day, whichever screen names them", () => {
		const weekly = [{ days: [6, 7], from: "00:00", to: "24:00" }];
		expect([nightText(), clockTime("12:30"), weekHoursText(weekly)]).toEqual([
			"10:00 PM to 06:00 AM",
			"12:30 PM",
			"Sat, Sun 12:00 AM to midnight",
		]);
		setCompanyFormats(company);
		expect([nightText(), clockTime("12:30"), weekHoursText(weekly)]).toEqual([
			"22:00 to 06:00",
			"12:30",
			"Sat, Sun 00:00 to 24:00",
		]);
	});
});

it.each([
	["point", "1.5", 1.5],
	["point", "1,5", 1.5],
	["point", "0,125", 0.125],
	["point", "1,234", Number.NaN],
	["point", "-12,345", Number.NaN],
	["point", "1.234,5", Number.NaN],
	["comma", "1,234", 1.234],
	["comma", "1.234", 1.234],
	["comma", "−9,1", -9.1],
] as const)("reads, with a decimal %s, a typed %s as %d", (decimalSign, typed, value) => {
	setCompanyFormats({ ...specifiedFormats, decimalSign });
	expect(typedNumber(typed)).toBe(value);
});
