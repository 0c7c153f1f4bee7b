import { parseArgs } from "node:util";

const usageExitCode = 2;

/**
 * Parses a script's arguments before it runs. An unknown flag prints the usage and exits. Options and result as in
 * `parseArgs`.
 */
export function readCommandLine({ usage, options = {}, allowPositionals = false, args = process.argv.slice(2) }) {
	try {
		return parseArgs({ args, options, allowPositionals });
	} catch (error) {
		console.error(`${error.message}\n\nUsage: ${usage}`);
		process.exit(usageExitCode);
	}
}
