import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { builtFolders, measureBuilt } from "./built.ts";
import { listed } from "./talk.ts";
import type { Wanted, WorkerKind } from "./wanted.ts";

/** Limits of Workers Paid: gzip size and start-up time. */
const mostGzipBytes = 10_000_000;
const mostStartMs = 1_000;

export function sizeText(root: string): string {
	const lines = Object.entries(measureBuilt(root)).map(([name, { files, bytes, gzipBytes }]) => {
		const sizes = `${kilobytes(bytes)} kB, ${kilobytes(gzipBytes)} kB under gzip`;
		const limit = name === "pages" ? "" : `, of ${kilobytes(mostGzipBytes)} kB at most`;
		return `${name}: ${files} files, ${sizes}${limit}`;
	});
	return `Built:\n${listed(lines)}`;
}

const kilobytes = (bytes: number) => Math.round(bytes / 1_000);

/** Measured by wrangler on this machine, so only comparable with itself. */
export function startText(root: string, wanted: Wanted): string {
	const workers: WorkerKind[] = wanted.backend ? ["backend", "console"] : ["console"];
	const lines = workers.map((worker) => `${worker}: ${startTime(root, worker)}, of ${mostStartMs} ms at most`);
	return `Start-up on this machine:\n${listed(lines)}`;
}

function startTime(root: string, worker: WorkerKind): string {
	const folder = mkdtempSync(join(tmpdir(), "aqlcloud-start-"));
	try {
		const config = join(root, builtFolders[worker], "wrangler.json");
		const args = ["check", "startup", "-c", config, "--outfile", join(folder, "start.cpuprofile")];
		const env = { ...process.env, CI: "1" };
		const text = execFileSync("wrangler", args, { cwd: root, encoding: "utf8", stdio: "pipe", env });
		return /Active:\s+([\d.]+ ms)/.exec(text)?.[1] ?? "not said by wrangler";
	} catch (error) {
		// It times out after ten seconds on a busy machine; the rest of the plan is valid.
		const reason = /ERROR\]? *(.*)/.exec(stripVTControlCharacters(String(error)))?.[1] ?? "wrangler failed";
		return `not measured (${reason})`;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
