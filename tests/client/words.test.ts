import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "../../client/base/search-text";
import { standardOffsetMinutes } from "../../client/entities/clock-labels";
import { ingestExample } from "../../client/entities/ingest";
import { decideOnChunkFailure } from "../../client/features/shell/new-version";
import { nextProgress } from "../../client/ui/feedback/progress-bar";
import { formatBytes } from "../../client/ui/format";
import { csvText } from "../../client/ui/table/export-csv";
import { formatAge } from "../../client/ui/time/relative-time";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("ages", () => {
	it.each([
		[0, "just now"],
		[1_999, "just now"],
		[12 * second, "12 s ago"],
		[59_999, "59 s ago"],
		[4 * minute + 59 * second, "4 min ago"],
		[3 * hour + 12 * minute, "3 h 12 min ago"],
		[3 * hour, "3 h ago"],
		[2 * day + 4 * hour, "2 d 4 h ago"],
		[41 * day + 4 * hour, "41 d ago"],
		[-5 * minute, "in 5 min"],
	])("%i ms is %s", (ageMs, words) => {
		expect(formatAge(1_000 * day - ageMs, 1_000 * day)).toBe(words);
	});
});

describe("the progress bar", () => {
	it("creeps on without ever passing 90", () => {
		let percent = 0;
		for (let step = 0; step < 500; step += 1) {
			const next = nextProgress(percent);
			expect(next).toBeLessThanOrEqual(90);
			expect(next).toBeGreaterThan(percent === 90 ? 89 : percent);
			percent = next;
		}
		expect(percent).toBe(90);
	});
});

describe("code that cannot be loaded", () => {
	const failure = { isUnreachable: false, hasUnsavedChanges: false, reloadedAt: null, now: 100_000 };
	it("reloads the page once, offers it while something is typed, and is an error after a reload", () => {
		expect(decideOnChunkFailure(failure)).toBe("reload");
		expect(decideOnChunkFailure({ ...failure, hasUnsavedChanges: true })).toBe("offer");
		expect(decideOnChunkFailure({ ...failure, reloadedAt: 99_000 })).toBe("rethrow");
		expect(decideOnChunkFailure({ ...failure, reloadedAt: 0 })).toBe("reload");
	});

	it("leaves the screen alone during an outage, since a reload would lose it", () => {
		for (const hasUnsavedChanges of [true, false])
			expect(decideOnChunkFailure({ ...failure, hasUnsavedChanges, isUnreachable: true })).toBe("rethrow");
	});
});

describe("search parameters", () => {
	it("stay the text they are, without guessing types", () => {
		expect(parseSearch("?q=10421&status=late,offline&add=true&x=%5B1%5D")).toEqual({
			q: "10421",
			status: "late,offline",
			add: "true",
			x: "[1]",
		});
		expect(stringifySearch({ q: "a b&c", status: "late,offline", none: undefined, empty: "" })).toBe(
			"?q=a+b%26c&status=late,offline",
		);
		expect(stringifySearch({})).toBe("");
	});
});

describe("copies and exports", () => {
	it("quotes CSV cells and takes the power from formulas, but leaves numbers", () => {
		expect(csvText([["a,b", 'say "hi"', "=1+1", "-x", -4.5, null]])).toBe(`"a,b","say ""hi""",'=1+1,'-x,-4.5,\r\n`);
	});

	it("finds formulas behind spaces and other locales' separators, and quotes what readers would trim", () => {
		expect(csvText([[" =1+1", "a;=b", " a ", "#1"]])).toBe(`' =1+1,a;'=b," a ","#1"\r\n`);
	});

	it("keeps a channel's quote from ending the shell's", () => {
		const example = ingestExample({ origin: "https://x.test", key: "aqd_1", channel: "Bob's $(rm)", at: new Date(0) });
		expect(example).toContain(`"channel":"Bob'\\''s $(rm)","at":"1970-01-01T00:00:00.000Z"`);
	});

	it("sizes bytes as people do", () => {
		expect([0, 999, 1_000, 812_345, 999_600, 2.1e9, 10e9, 4.56e15].map(formatBytes)).toEqual([
			"0 B",
			"999 B",
			"1 kB",
			"812 kB",
			"1 MB",
			"2.1 GB",
			"10 GB",
			"4560 TB",
		]);
	});

	it("proposes a device clock without daylight saving, south of the equator too", () => {
		const now = Date.UTC(2026, 6, 1);
		expect(
			["America/Denver", "Australia/Sydney", "UTC", "Asia/Kathmandu"].map((zone) => standardOffsetMinutes(zone, now)),
		).toEqual([-420, 600, 0, 345]);
	});
});
