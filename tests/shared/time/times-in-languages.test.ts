import { describe, expect, it } from "vitest";
import { clockTimeText, instantTexts, messageTimeText } from "../../../shared/time/time-zones";
import { recipientLanguages } from "../../../shared/words/made/languages";

const at = Date.UTC(2026, 2, 7, 17, 4, 3);
const noon = Date.UTC(2026, 10, 29, 12, 0, 0);

describe("a time in a language", () => {
	it.each([
		["en", "Nov 29, 12:00 PM (UTC)", "29 Nov, 12:00 (UTC)", "Mar 07, 2026"],
		["de", "29. Nov., 12:00 PM (UTC)", "29. Nov., 12:00 (UTC)", "07. März 2026"],
		["fr", "29 nov., 12:00 PM (UTC)", "29 nov., 12:00 (UTC)", "07 mars 2026"],
		["es", "29 nov, 12:00 p. m. (UTC)", "29 nov, 12:00 (UTC)", "07 mar 2026"],
		["it", "29 nov, 12:00 PM (UTC)", "29 nov, 12:00 (UTC)", "07 mar 2026"],
		["pt-BR", "29 de nov., 12:00 PM (UTC)", "29 de nov., 12:00 (UTC)", "07 de mar. de 2026"],
		["nl", "29 nov, 12:00 p.m. (UTC)", "29 nov, 12:00 (UTC)", "07 mrt 2026"],
		["pl", "29 lis, 12:00 PM (UTC)", "29 lis, 12:00 (UTC)", "07 mar 2026"],
		["ja", "11月29日 午後0:00 (UTC)", "11月29日 12:00 (UTC)", "2026年3月7日"],
		["zh-Hans", "11月29日 下午12:00 (UTC)", "11月29日 12:00 (UTC)", "2026年3月7日"],
	])("reads as a reader of %s writes it", (language, halves, hours, dateWithYear) => {
		const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
		expect(plain(messageTimeText(noon, 0, { hourCycle: "12", dateOrder: "month", language }))).toBe(halves);
		expect(messageTimeText(noon, 0, { hourCycle: "24", dateOrder: "day", language })).toBe(hours);
		expect(instantTexts(at, 0, { hourCycle: "24", dateOrder: "month", language }).dateWithYear).toBe(dateWithYear);
	});

	it.each(recipientLanguages)("writes digits with the year first, and no AM or PM with 24 hours: %s", (language) => {
		const texts = instantTexts(at, 0, { hourCycle: "24", dateOrder: "year", language });
		expect(texts).toEqual({ date: "2026-03-07", dateWithYear: "2026-03-07", time: "17:04:03", minutes: "17:04" });
	});

	it("ends a day at midnight by a word in English, and by 24:00 elsewhere", () => {
		const endOf = (language: string) => clockTimeText("24:00", { hourCycle: "12", language });
		expect([endOf("en"), endOf("de"), endOf("ja")]).toEqual(["midnight", "24:00", "24:00"]);
	});
});
