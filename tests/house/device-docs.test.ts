import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rejections } from "../../backend/ingest/rejections";
import { limits, serverLimits } from "../../shared/base/limits";
import { RejectReason } from "../../shared/ingest/ingest";

const text = readFileSync(new URL("../../docs/devices.md", import.meta.url), "utf8");

function firstCells(heading: string): string[] {
	const [, table = ""] = text.split(heading);
	const [rows = ""] = table.trimStart().split("\n\n");
	return rows
		.split("\n")
		.slice(1)
		.map((row) => row.split("|")[1]?.trim() ?? "");
}

describe("the page for makers of devices", () => {
	it("explains every reason an entry is rejected for, and no other", () => {
		const explained = firstCells("| reason | what it means |").map((cell) => cell.replaceAll("`", ""));
		expect(explained.sort()).toEqual([...RejectReason.options].sort());
	});

	it("names every error of the endpoints, and the status it comes with", () => {
		const rows = text.split("\n").filter((row) => /^\| \d{3}/.test(row));
		for (const { status, name } of Object.values(rejections)) {
			const row = rows.find((line) => line.includes(`\`${name}\``)) ?? "";
			expect(row.split("|")[1], name).toContain(String(status));
		}
	});

	it("gives the limits as they are", () => {
		const numbers = [
			limits.ingestReadings,
			limits.ingestDevices,
			serverLimits.ingestUploadsPerMinute,
			serverLimits.accountUploadsPerMinute,
			serverLimits.ingestReadingsPerDay,
			limits.channelsPerDevice,
			serverLimits.ingestBodyBytes / 1_000_000,
			limits.keyGraceSeconds / (24 * 60 * 60),
			limits.ingestFutureMs / (60 * 60 * 1000),
		];
		for (const number of numbers) {
			expect(text).toMatch(new RegExp(`\\b${number.toLocaleString("en-US")}\\b`));
		}
	});
});
