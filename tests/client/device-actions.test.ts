import { describe, expect, it } from "vitest";
import { buttonLabel, changedMessages } from "../../client/device-actions/action-form";
import { undoneMessage } from "../../client/device-actions/device-changes";
import { type SettingChoice, settingChange, settingError } from "../../client/device-actions/setting-forms";
import { durationOf, typedNumber, typedValue } from "../../client/forms/typed-setting";
import { InheritableDuration } from "../../shared/device/device-terms";
import * as fc from "../properties";

const device = { id: "dev_1", name: "Cold room 1", groupIds: [], timezoneOffset: 0, timeZoneRule: 2 as const };

describe("an action on devices", () => {
	it("says of one device what is done with it, and of several how many they are", () => {
		expect(buttonLabel("mute", [device])).toBe("Mute device");
		expect(buttonLabel("mute", Array(1_200).fill(device))).toBe("Mute 1,200 devices");
		const { one, many } = changedMessages("tags");
		expect([one("Cold room 1"), many(2)]).toEqual(["Tags of Cold room 1 changed", "Tags of 2 devices changed"]);
	});

	it.each([
		[{ restored: 0, skipped: 0 }, "There was nothing to undo."],
		[{ restored: 1, skipped: 0 }, "1 device restored."],
		[{ restored: 0, skipped: 1 }, "Not undone: 1 device changed again meanwhile."],
		[{ restored: 2, skipped: 1 }, "2 devices restored. 1 device changed again meanwhile and stays as it is."],
		[{ restored: 2, skipped: 3 }, "2 devices restored. 3 devices changed again meanwhile and stay as they are."],
	])("reports an undo of %j: %s", (undone, message) => {
		expect(undoneMessage(undone)).toBe(message);
	});
});

describe("the settings of several devices", () => {
	const own = (amount: string, unit: SettingChoice["unit"]): SettingChoice => ({ source: "own", amount, unit });

	it("changes only the settings that were chosen, each in its own unit", () => {
		const choices = {
			loggingIntervalSeconds: own("1,5", "minutes"),
			uploadIntervalSeconds: { ...own("soon", "hours"), source: "keep" as const },
			offlineAfterSeconds: { ...own("soon", "hours"), source: "inherited" as const },
			retentionDays: { ...own("soon", "days"), source: "forever" as const },
		};
		expect(settingChange(choices)).toEqual({
			loggingIntervalSeconds: 90,
			inherit: ["offlineAfterSeconds"],
			retentionDays: null,
		});
	});

	it("stay where nothing is chosen", () => {
		expect(settingChange({})).toBeNull();
		expect(settingChange({ retentionDays: { ...own("30", "days"), source: "keep" } })).toBeNull();
	});

	it("count for how long readings are kept in days, whatever the unit says", () => {
		expect(settingChange({ retentionDays: own("30", "seconds") })).toEqual({ retentionDays: 30 });
	});

	it.each(["", " ", "x", "1e", "1.2.3"])("reads no number where %j is typed", (amount) => {
		expect(settingError("uploadIntervalSeconds", own(amount, "hours"))).toBe("Enter a number.");
		expect(settingChange({ uploadIntervalSeconds: own(amount, "hours") })).toBe("Enter a number.");
	});

	it.each(["0", "-5", "0.0001", "1e400"])("fails the schema where %j is typed", (amount) => {
		const complaint = settingError("uploadIntervalSeconds", own(amount, "hours"));
		expect(complaint).toBeTypeOf("string");
		expect(settingChange({ uploadIntervalSeconds: own(amount, "hours") })).toBe(complaint);
	});
});

describe("a length of time in a form", () => {
	it("comes back as it was, in the largest unit that says it in whole numbers", () => {
		const setting = fc.constantFrom(...InheritableDuration.options);
		fc.assert(
			fc.property(setting, fc.integer({ min: 1, max: 400 * 86_400 }), (each, value) => {
				const duration = durationOf(each, value);
				expect(typedValue(each, duration)).toBe(value);
				expect(duration.amount).toMatch(/^\d+$/);
			}),
		);
		expect(durationOf("offlineAfterSeconds", 7_200)).toEqual({ amount: "2", unit: "hours" });
		expect(durationOf("offlineAfterSeconds", 90)).toEqual({ amount: "90", unit: "seconds" });
		expect(durationOf("retentionDays", 7_200)).toEqual({ amount: "7200", unit: "days" });
	});

	it("reads a length as people type numbers", () => {
		expect([" 1,5 ", "−9.1", "–9.1", "", "soon"].map(typedNumber)).toEqual([1.5, -9.1, -9.1, Number.NaN, Number.NaN]);
		const otherScripts = ["٢٥", "−٢٫٥", "۲۵", "२५.५", "２５", "𝟐𝟓", "1e3", ".5"];
		expect(otherScripts.map(typedNumber)).toEqual([25, -2.5, 25, 25.5, 25, 25, 1_000, 0.5]);
		for (const text of ["0x1F", "0b11", "Infinity", "²5 ½", "1 000", "."]) expect(typedNumber(text)).toBeNaN();
	});
});
