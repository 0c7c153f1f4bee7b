import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export type Ended = { code: number | string; stdout: string; stderr: string };

export function conformance(...args: string[]): Promise<Ended> {
	return new Promise((resolve) => {
		execFile(process.execPath, ["tests/conformance/run.mjs", ...args], { cwd: root }, (error, stdout, stderr) =>
			resolve({ code: error?.code ?? 0, stdout, stderr }),
		);
	});
}
