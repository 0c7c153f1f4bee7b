import { afterEach, describe, expect, it } from "vitest";
import { setCompanyFormats } from "../../client/ui/display-formats";
import { momentText, parseDay, parseEnd, parseMoment, yearComplaint } from "../../client/ui/time/typed-moment";
import { specifiedFormats } from "../../shared/formats/display-formats";
import { dateAndTime, instantTexts } from "../../shared/time/time-zones";
import { screenLanguages } from "../../shared/words/made/languages";
import * as fc from "../properties";

const styles = (["12", "24"] as const).flatMap((hourCycle) => {
	return (["month", "day", "year"] as const).map((dateOrder) => ({ hourCycle, dateOrder }));
});

afterEach(() => setCompanyFormats(specifiedFormats));

describe("a typed moment", () => {
	it.each([
		["2026-11-20 13:00", "2026-11-20 13:00:00"],
		["2026-11-20T13:00:05", "2026-11-20 13:00:05"],
		[" 2026-1-2  1:05 pm ", "2026-01-02 13:05:00"],
		["2026-11-20", "2026-11-20 00:00:00"],
		["11/20/2026 12 am", "2026-11-20 00:00:00"],
		["11/20/2026, 12:30 PM", "2026-11-20 12:30:00"],
		["Nov 20, 1 PM", "2025-11-20 13:00:00"],
		["nov 20 13:00", "2025-11-20 13:00:00"],
		["November 20, 2026 at 1 p.m.", "2026-11-20 13:00:00"],
		["20 Nov 2026 13:00", "2026-11-20 13:00:00"],
		["20.11.2026 13:00", "2026-11-20 13:00:00"],
		["20. november 13:00", "2025-11-20 13:00:00"],
		["Feb 29, 2028", "2028-02-29 00:00:00"],
		["٢٠٢٦-١١-٢٠ ١٣:٠٠", "2026-11-20 13:00:00"],
		["۲۰۲۶-۱۱-۲۰", "2026-11-20 00:00:00"],
		["२०२६-११-२० १३:००", "2026-11-20 13:00:00"],
		["๒๐๒๖-๑๑-๒๐", "2026-11-20 00:00:00"],
		["２０２６-１１-２０ １３：００", "2026-11-20 13:00:00"],
	])("reads %j as %s", (text, moment) => {
		expect(parseMoment(text, 2025)).toBe(moment);
	});

	it.each([
		["2026-11-30", "2026-11-30", "2026-12-01 00:00:00"],
		["Dec 31, 2026", "2026-12-31", "2027-01-01 00:00:00"],
		["Feb 28", "2025-02-28", "2025-03-01 00:00:00"],
		["2026-11-30 00:00", null, "2026-11-30 00:00:00"],
		["Nov 30, 2026, 6 PM", null, "2026-11-30 18:00:00"],
		["2026-02-30", null, null],
		["2026-11-30 2", null, null],
		["", null, null],
	])("reads the end %j as the day %s and the moment %s", (text, day, end) => {
		expect([parseDay(text, 2025), parseEnd(text, 2025)]).toEqual([day, end]);
	});

	it.each([
		[""],
		["tomorrow"],
		["13:00"],
		["2026-02-30"],
		["2026-13-01"],
		["2026-11-20 24:00"],
		["2026-11-20 13:60"],
		["2026-11-20 13 pm"],
		["2026-11-20 0 am"],
		["2026-11-20 13"],
		["20/11/2026 13:00"],
		["Foo 20, 1 PM"],
		["2026-11-20 13:00 or so"],
		["2569-11-20 13:00"],
		["๒๕๖๙-๑๑-๒๐"],
		["1405-08-29"],
		["20.11.9999"],
	])("reads no moment from %j", (text) => {
		expect(parseMoment(text, 2025)).toBeNull();
	});

	it.each([
		["2569-11-20", "Enter a year from 1970 to 2099, such as 2026 for 2569."],
		["20 Nov ๒๕๖๙", "Enter a year from 1970 to 2099, such as 2026 for 2569."],
		["1405-08-29", "Enter a year from 1970 to 2099."],
		["2026-11-20 or so", null],
		["Nov 20, 13:00", null],
	])("names a year that cannot be, in %j: %s", (text, complaint) => {
		expect(yearComplaint(text)).toBe(complaint);
	});

	it("reads the day first for a person who writes it so", () => {
		setCompanyFormats({ ...specifiedFormats, dateOrder: "day" });
		expect(parseMoment("03/11/2026 13:00", 2025)).toBe("2026-11-03 13:00:00");
		expect(parseMoment("11/20/2026", 2025)).toBeNull();
		setCompanyFormats({ ...specifiedFormats, dateOrder: "year" });
		expect(parseMoment("03/11/2026 13:00", 2025)).toBe("2026-03-11 13:00:00");
	});

	it.each([
		["de", "7. Dezember 2026, 17:04", "2026-12-07 17:04:00"],
		["de", "07. März", "2025-03-07 00:00:00"],
		["de", "Dec 7, 2026", "2026-12-07 00:00:00"],
		["fr", "7 août 2026 17:04", "2026-08-07 17:04:00"],
		["fr", "7 jui 2026", null],
		["es", "7 de septiembre de 2026, 5:04 p. m.", "2026-09-07 17:04:00"],
		["ja", "2026年12月7日 午後0:04", "2026-12-07 12:04:00"],
		["ja", "12月7日", "2025-12-07 00:00:00"],
		["ja", "2026年13月7日", null],
		["en", "7 Dezember 2026", null],
	])("reads names of months in %s: %j", (language, text, moment) => {
		expect(parseMoment(text, 2025, language)).toBe(moment);
	});

	it.each(screenLanguages)(
		"reads back in %s how a screen writes every month, with 12 hours and with 24",
		(language) => {
			for (let month = 0; month < 12; month++) {
				for (const hour of [0, 5, 12, 17]) {
					const at = Date.UTC(2026, month, 7, hour, 4, 9);
					for (const hourCycle of ["12", "24"] as const) {
						const { dateWithYear, time } = instantTexts(at, 0, { hourCycle, dateOrder: "month", language });
						const wall = new Date(at).toISOString().slice(0, 19).replace("T", " ");
						expect(parseMoment(dateAndTime(dateWithYear, time, language), 2025, language)).toBe(wall);
					}
				}
			}
		},
	);

	it.each(styles)("reads back what it writes, $hourCycle hours, the $dateOrder first", (style) => {
		setCompanyFormats({ ...specifiedFormats, ...style });
		const seconds = fc.integer({ min: Date.UTC(1970, 0, 1) / 1_000, max: Date.UTC(2099, 11, 31) / 1_000 });
		fc.assert(
			fc.property(seconds, (at) => {
				const wall = new Date(at * 1_000).toISOString().slice(0, 19).replace("T", " ");
				expect(parseMoment(momentText(wall), 2025)).toBe(wall);
			}),
		);
	});
});
