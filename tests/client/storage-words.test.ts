import { describe, expect, it } from "vitest";
import { previewSentence, triedRetention } from "../../client/device-actions/retention-preview";
import { keptBy, usedSentence } from "../../client/features/storage/retention-words";
import { deviceRows, groupRows, stateOf } from "../../client/features/storage/storage-rows";
import type { DeviceRetention, RetentionCut } from "../../shared/account/storage";

const cut: RetentionCut = {
	days: 30,
	olderThan: Date.UTC(2026, 2, 3),
	removedAt: Date.UTC(2026, 10, 27, 12),
	devices: 1,
	readings: 1_204_331,
	bytes: 9,
};

describe("the words for what a retention would remove", () => {
	it("name its number, its day of UTC, and when", () => {
		const said = previewSentence({ changed: 1, cuts: [cut] });
		expect(said).toMatch(/^Removes 1,204,331 readings older than Mar 0?3, 2026 \(UTC\) on Nov 27, 2026\./);
		expect(said).toMatch(/nothing is hidden, and it can be taken back/);
		expect(previewSentence({ changed: 3, cuts: [{ ...cut, devices: 3 }] })).toMatch(/readings of 3 devices older/);
	});

	it("say nothing where nothing changes or nothing is older", () => {
		expect(previewSentence({ changed: 0, cuts: [] })).toMatch(/changes nothing/);
		expect(previewSentence({ changed: 2, cuts: [] })).toMatch(/Nothing is removed/);
	});

	it.each([
		[{ source: "own", amount: "30", unit: "days" } as const, 30],
		[{ source: "own", amount: "-3", unit: "days" } as const, undefined],
		[{ source: "own", amount: "0", unit: "days" } as const, undefined],
		[{ source: "own", amount: "1.5", unit: "days" } as const, undefined],
		[{ source: "own", amount: "x", unit: "days" } as const, undefined],
		[{ source: "forever", amount: "30", unit: "days" } as const, null],
		[{ source: "inherited", amount: "30", unit: "days" } as const, "inherit"],
		[{ source: "keep", amount: "30", unit: "days" } as const, undefined],
	])("try a retention of %o as %s", (typed, tried) => {
		expect(triedRetention(typed)).toBe(tried);
	});
});

describe("the use of the storage", () => {
	const use = { quotaBytes: 100, isQuotaBinding: true, whenFull: "refuse" as const };

	it.each([
		[69, null],
		[70, /^70 % .*new readings are rejected\.$/],
		[90, /^90 % /],
		[100, /^The storage is full\. New readings are rejected/],
	])("says the use of %s %% in words", (usedBytes, words) => {
		const said = usedSentence({ ...use, usedBytes });
		if (words === null) expect(said).toBeNull();
		else expect(said).toMatch(words);
	});

	it("says what ends, and that nothing does without a limit", () => {
		expect(usedSentence({ ...use, usedBytes: 100, whenFull: "removeOldest" })).toMatch(
			/the oldest readings are removed/,
		);
		expect(usedSentence({ ...use, usedBytes: 100, isQuotaBinding: false })).toMatch(/no hard limit/);
	});
});

describe("the rows of the storage page", () => {
	const device = {
		deviceId: "one",
		name: "Freezer",
		readings: 5,
		usedBytes: 50,
		oldestReadingAt: null,
		newestReadingAt: null,
	};
	const retention: DeviceRetention = {
		deviceId: "one",
		retentionDays: 30,
		from: "group",
		groupName: "Cold",
		groupNames: ["Cold", "East"],
		growthBytesPerDay: 2,
		isArchived: false,
		goneAt: null,
	};
	const details = {
		usedBytes: 90,
		quotaBytes: 100,
		readings: 9,
		oldestReadingAt: null,
		growthBytesPerDay: 2,
		fullAt: null,
	};
	const overview = {
		retentionDays: null,
		isQuotaBinding: false,
		whenFull: "refuse" as const,
		fullSince: null,
		reportFileBytes: 0,
	};

	it("count a device in each of its groups", () => {
		const other = { ...device, deviceId: "two", readings: 4, usedBytes: 40 };
		const devices = [retention, { ...retention, deviceId: "two", groupNames: ["Cold"] }];
		const rows = deviceRows({ ...details, devices: [device, other] }, { ...overview, devices });
		expect(groupRows(rows)).toEqual([
			{ name: "Cold", devices: 2, readings: 9, usedBytes: 90, growthBytesPerDay: 4 },
			{ name: "East", devices: 1, readings: 5, usedBytes: 50, growthBytesPerDay: 2 },
		]);
	});

	it("show what devices take where a backend does not say how long readings are kept", () => {
		expect(deviceRows({ ...details, devices: [device] }, null)).toEqual([{ ...device, retention: null }]);
	});

	it("say whose retention it is, and what became of the device", () => {
		expect(keptBy(retention)).toBe("from the group Cold");
		expect(keptBy({ ...retention, groupName: "" })).toBe("from a group");
		expect(stateOf({ ...device, retention: { ...retention, isArchived: true, goneAt: 5 } })).toBe("deleted");
		expect(stateOf({ ...device, retention: null })).toBe("current");
	});
});
