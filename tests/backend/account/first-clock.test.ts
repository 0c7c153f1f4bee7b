import { describe, it } from "vitest";
import { firstHourCycle } from "../../../backend/account/first-clock";
import type { CurrentAccount } from "../../../shared/account/account";
import { createPerson, dataOf } from "../fixtures/people";

describe("the clock of a new account", () => {
	it.for([
		["Europe/Berlin", "de-DE", "24"],
		["Europe/Berlin", "en-US", "24"],
		["America/New_York", "de", "24"],
		["America/New_York", "en-US", "12"],
		["America/New_York", undefined, "12"],
		["America/Sao_Paulo", "en-US", "24"],
		["Asia/Kolkata", "en-IN", "12"],
		["Asia/Calcutta", "hi", "12"],
		["Australia/Sydney", "en-AU", "12"],
		["Europe/London", "en-GB", "24"],
		["Asia/Tokyo", undefined, "24"],
		["UTC", "en-US", "12"],
		["UTC", "fr-CA", "24"],
		["UTC", undefined, "12"],
		// Chromium without a language pack, and a container without a locale.
		["UTC", "en-US@posix", "12"],
		["Europe/Vienna", "en-US@posix", "24"],
		["UTC", "c", "12"],
		["UTC", "", "12"],
	] as const)("takes the habit of %s with a browser in %s: %s hours", ([zone, language, hours], { expect }) => {
		expect(firstHourCycle(zone, language)).toBe(hours);
	});

	it.for([
		["de-AT", "de"],
		["it-IT", "it"],
		["pt-PT", "pt-BR"],
		["zh-CN", "zh-Hans"],
		["tlh", "en"],
		["en-US@posix", "en"],
	] as const)("gives a new company whose founder reads %s messages in %s", async ([language, expected], { expect }) => {
		const founder = await createPerson();
		const created = await founder.mutate("account.createAccount", { companyName: "New", language });
		expect(dataOf<CurrentAccount>(created).language).toBe(expected);
	});

	it("gives a new company the dates, week and numbers of its founder's language", async ({ expect }) => {
		const formatsOf = async (language: string) => {
			const person = await createPerson();
			const input = { companyName: "New", timeZone: "Europe/Berlin", language };
			return dataOf<CurrentAccount>(await person.mutate("account.createAccount", input)).formats;
		};
		expect(await formatsOf("de-DE")).toMatchObject({ dateOrder: "day", weekStart: "monday", decimalSign: "comma" });
		expect(await formatsOf("ja")).toMatchObject({ dateOrder: "year", weekStart: "sunday", decimalSign: "point" });
		expect(await formatsOf("en-US")).toMatchObject({ dateOrder: "month", weekStart: "monday", decimalSign: "point" });
	});

	it("sets the clock of the account that a person creates", async ({ expect }) => {
		const create = async (timeZone: string, language: string) => {
			const person = await createPerson();
			const input = { companyName: "New", timeZone, language };
			return dataOf<CurrentAccount>(await person.mutate("account.createAccount", input)).formats?.hourCycle;
		};
		expect(await create("Europe/Berlin", "en-US")).toBe("24");
		expect(await create("America/Denver", "en-US")).toBe("12");
	});
});
