// `npm run read-archive -- <folder>`: writes archived readings of R2, or with `--evidence` logs, to stdout.
// docs/recovery.md
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { runnerImport } from "vite";
import { readCommandLine } from "./command-line.mjs";

const knownSchema = 1;
/** `<generation>-<the first digits of the object's SHA-256>`: the name of a month's object. */
const monthName = /^(\d+)-([0-9a-f]{16})$/;
const evidenceEnd = ".ndjson.gz";

const codec = fileURLToPath(new URL("../../backend/store/block/block-codec.ts", import.meta.url));

function filesOf(folder) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

export function openMonth(path, bytes) {
	const [, , checksum] = monthName.exec(path.split("/").at(-1)) ?? [];
	const held = createHash("sha256").update(bytes).digest("hex");
	if (checksum !== undefined && !held.startsWith(checksum)) throw new Error("its bytes are not those of its name");
	const end = bytes.indexOf(10);
	const { schemaVersion, deviceId, month, generation, days } = JSON.parse(bytes.subarray(0, end).toString("utf8"));
	if (schemaVersion !== knownSchema)
		throw new Error(`it is of form ${schemaVersion}, and this reader knows ${knownSchema}`);
	let offset = end + 1;
	const blocks = days.map(([, length]) => {
		const block = bytes.subarray(offset, offset + length);
		offset += length;
		return block;
	});
	if (offset !== bytes.length) throw new Error(`it has ${bytes.length} bytes in place of ${offset}`);
	return { deviceId, month, generation, blocks };
}

const timeOf = (at) => new Date(at).toISOString();

/** Rows of a folder, by device and month, of the last generation, which includes the earlier ones. */
export async function* readMonths(folder, report) {
	const { module } = await runnerImport(codec);
	const months = new Map();
	for (const path of filesOf(folder).filter((path) => monthName.test(path.split("/").at(-1)))) {
		try {
			const month = openMonth(path, readFileSync(path));
			const key = `${month.deviceId} ${month.month}`;
			if ((months.get(key)?.generation ?? 0) < month.generation) months.set(key, { ...month, path });
		} catch (error) {
			report(`${path}: ${error.message}`);
		}
	}
	for (const { deviceId, blocks, path } of months.values()) {
		for (const block of blocks) {
			try {
				const { uploads, channels } = module.decodeBlock(new Uint8Array(block));
				for (const { channel, at, value, upload } of channels) {
					for (let row = 0; row < at.length; row += 1) {
						yield [deviceId, channel, timeOf(at[row]), value[row], timeOf(uploads[upload[row]].receivedAt)];
					}
				}
			} catch (error) {
				report(`${path}: ${error.message}`);
			}
		}
	}
}

function* readEvidence(folder) {
	for (const path of filesOf(folder).filter((path) => path.endsWith(evidenceEnd))) {
		yield gunzipSync(readFileSync(path)).toString("utf8").trimEnd();
	}
}

async function write(folder, { isEvidence }) {
	let isWhole = true;
	const report = (problem) => {
		isWhole = false;
		console.error(problem);
	};
	if (isEvidence) for (const lines of readEvidence(folder)) console.log(lines);
	else {
		console.log("device,channel,utc,value,received");
		for await (const row of readMonths(folder, report)) console.log(row.join(","));
	}
	return isWhole;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const usage = "npm run read-archive -- <folder> [--evidence]";
	const { values, positionals } = readCommandLine({
		usage,
		options: { evidence: { type: "boolean", default: false } },
		allowPositionals: true,
	});
	const [folder] = positionals;
	if (folder === undefined) {
		console.error(`Usage: ${usage}`);
		process.exitCode = 2;
	} else if (!existsSync(folder)) {
		console.error(`There is no folder ${folder}.`);
		process.exitCode = 1;
	} else process.exitCode = (await write(folder, { isEvidence: values.evidence })) ? 0 : 1;
}
