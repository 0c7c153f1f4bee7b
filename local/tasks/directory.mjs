// Reads and changes the directory from the commands of an operator, by wrangler.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const backendConfig = "backend/wrangler.toml";

/** Answers the rows of each of the statements, which one text holds. Throws where wrangler fails. */
export function directoryOf({ isLocal, environment }) {
	const where = isLocal ? ["--local", "--persist-to", ".wrangler/state"] : ["--remote"];
	const env = environment === undefined ? [] : ["--env", environment];
	return (statements) => {
		const named = ["d1", "execute", "DIRECTORY", ...where, ...env];
		const args = [...named, "--json", "-c", backendConfig, "--command", statements];
		const options = { cwd: root, encoding: "utf8", env: { ...process.env, CI: "1" } };
		const { status, stdout, stderr } = spawnSync("wrangler", args, options);
		if (status !== 0) throw new Error(`The directory could not be read: ${(stdout + stderr).trim()}`);
		return JSON.parse(stdout.slice(stdout.indexOf("["))).map(({ results }) => results);
	};
}
