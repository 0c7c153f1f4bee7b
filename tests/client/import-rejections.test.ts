import { expect, it } from "vitest";
import { rejectionsCsv } from "../../client/features/import/preview-result";

it("names each place a file of readings was not taken from, with its text and the reason", () => {
	const air = { column: 1, name: "Air", unit: null, channelId: null, samples: [] };
	// Without a heading: the reader's language names it.
	const columns = [air, { ...air, column: 2, name: "Column 3" }];
	expect(
		rejectionsCsv({ columns }, [
			{ line: 2, column: 1, reason: "bad-value", text: "---" },
			{ line: 3, column: null, reason: "cell-count", text: "2026-11-20 10:30:00" },
			{ line: 4, column: 2, reason: "bad-value", text: "x" },
			{ line: 4, column: 7, reason: "bad-value", text: "=1+1" },
		]),
	).toBe(
		[
			"Line,Column,Text,Reason",
			"2,Air,'---,is not a number within ±1e100",
			"3,,2026-11-20 10:30:00,has more or fewer cells than the other lines",
			"4,column 3,x,is not a number within ±1e100",
			"4,column 8,'=1+1,is not a number within ±1e100",
			"",
		].join("\r\n"),
	);
});
