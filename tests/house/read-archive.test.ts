import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { archiveObject } from "../../backend/store/archive/archive-month";
import { encodeBlock } from "../../backend/store/block/block-codec";
import { readMonths } from "../../local/tasks/read-archive.mjs";

const dayMs = 86_400_000;
const start = Date.UTC(2026, 2, 1);
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "aqlcloud-archive-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const valueAt = (day: number, index: number) => day * 100 + index / 10;

function writeMonth(deviceId: string, { generation, days }: { generation: number; days: number }): string {
	const blocks = Array.from({ length: days }, (_, day) => {
		const at = Float64Array.from([1, 2, 3], (index) => start + day * dayMs + index * 60_000);
		const value = Float64Array.from([1, 2, 3], (index) => valueAt(day, index));
		const channels = [0, 4].map((channel) => ({ channel, at, value, upload: new Uint32Array(3) }));
		const uploads = [{ seq: day + 1, receivedAt: start + (day + 1) * dayMs }];
		return { day: start / dayMs + day, readings: 6, bytes: encodeBlock({ uploads, channels }) };
	});
	const { bytes } = archiveObject({ deviceId, month: "2026-03", generation }, blocks);
	const checksum = createHash("sha256").update(bytes).digest("hex");
	const path = join(folder, "log", "object", deviceId, "2026-03", `${generation}-${checksum.slice(0, 16)}`);
	mkdirSync(join(path, ".."), { recursive: true });
	writeFileSync(path, bytes);
	return path;
}

async function readAll() {
	const problems: string[] = [];
	const rows: unknown[] = [];
	for await (const row of readMonths(folder, (problem: string) => problems.push(problem))) rows.push(row);
	return { rows, problems };
}

it("every reading of the product's objects is read without the product, of the last generation alone", async () => {
	writeMonth("one", { generation: 1, days: 1 });
	writeMonth("one", { generation: 2, days: 2 });
	writeMonth("two", { generation: 1, days: 1 });
	const { rows, problems } = await readAll();
	expect(problems).toEqual([]);
	const expected = [
		["one", 2],
		["two", 1],
	].flatMap(([device, days]) =>
		Array.from({ length: Number(days) }, (_, day) =>
			[0, 4].flatMap((channel) =>
				[1, 2, 3].map((index) => [
					...[device, channel, new Date(start + day * dayMs + index * 60_000).toISOString(), valueAt(day, index)],
					new Date(start + (day + 1) * dayMs).toISOString(),
				]),
			),
		).flat(),
	);
	expect(rows).toEqual(expected);
});

it("a folder that is not there is named", () => {
	const script = fileURLToPath(new URL("../../local/tasks/read-archive.mjs", import.meta.url));
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, join(folder, "none")], { encoding: "utf8" });
	expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `There is no folder ${folder}/none.\n` });
});

it("an object whose bytes are not those of its name is named, and the others are read", async () => {
	writeMonth("one", { generation: 1, days: 1 });
	const broken = writeMonth("two", { generation: 1, days: 1 });
	writeFileSync(broken, "not what was written");
	const { rows, problems } = await readAll();
	expect(problems).toEqual([`${broken}: its bytes are not those of its name`]);
	expect(rows).toHaveLength(6);
});
