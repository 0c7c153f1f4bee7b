import { parseArgs } from "node:util";

const usageExitCode = 2;

/** Prints the usage and exits for an unknown flag. Options and result as in `parseArgs`. */
export function readCommandLine({ usage, options = {}, allowPositionals = false, args = process.argv.slice(2) }) {
	try {
		return parseArgs({ args, options, allowPositionals });
	} catch (error) {
		console.error(`${error.message}\n\nUsage: ${usage}`);
		process.exit(usageExitCode);
	}
}
