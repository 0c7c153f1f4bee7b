import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkLines } from "../../client/features/devices/csv-import/check-lines";
import { targetsFromHeader, targetTitles } from "../../client/features/devices/csv-import/column-targets";
import { parseCsvFile } from "../../client/forms/file-import/csv-file";
import { PreviewTable } from "../../client/forms/file-import/preview-table";
import { limits } from "../../shared/limits";
import { show } from "./show";

const titles = ["Name", "Serial", "Channels"];
const targets = targetsFromHeader(titles);

/** As many lines as a file may have, of which one has no name and one the serial number of another. */
function wholeFile() {
	const text = Array.from({ length: limits.deviceFileRows }, (_, index) =>
		index === 5_000 ? ",TOO-5000," : `Large probe ${index},TOO-${index === 7_000 ? 6_999 : index},Temperature`,
	).join("\n");
	const { lines } = parseCsvFile("devices.csv", `${titles.join(",")}\n${text}\n`);
	return checkLines(lines.slice(1), {
		targets,
		groups: [],
		takenSerials: [],
		clock: { timezoneOffset: 60, timeZoneRule: 2 },
		channels: "Temperature",
		isLeavingGroupsOut: false,
		now: Date.UTC(2026, 6, 1),
	});
}

const showLines = (lines: ReturnType<typeof wholeFile>) =>
	show(
		<PreviewTable lines={lines} titles={titles} targetTitles={targetTitles} targets={targets} onTarget={() => {}} />,
	);

describe("the lines of a file of devices", () => {
	test("are rendered near where they are read, down to the last of ten thousand", async () => {
		const lines = wholeFile();
		expect(lines.filter(({ device }) => device !== null)).toHaveLength(limits.deviceFileRows - 2);
		await showLines(lines);
		await expect.element(page.getByRole("rowheader", { name: "2", exact: true })).toBeVisible();
		expect(document.querySelectorAll("tbody tr").length).toBeLessThan(100);
		const area = page.getByRole("region", { name: "Lines of the file" }).element();
		area.scrollTo(0, area.scrollHeight);
		await expect.element(page.getByRole("rowheader", { name: "10,001", exact: true })).toBeVisible();
		expect(document.querySelectorAll("tbody tr").length).toBeLessThan(100);
	});

	test("say what is wrong at the cell it is about", async () => {
		await showLines(wholeFile().filter(({ device }) => device === null));
		const cellsOf = (line: string) =>
			page
				.getByRole("row", { name: new RegExp(`^${line}`) })
				.getByRole("cell")
				.elements()
				.map(({ textContent }) => textContent);
		await expect.poll(() => cellsOf("5,002")[0]).toBe("Enter a name.");
		expect(cellsOf("7,002")[1]).toContain("Line 7001 has the same serial number.");
	});
});
