import { parseArgs } from "node:util";

/** For misuse, as most commands have it. */
const usageExitCode = 2;

/**
 * What was typed behind a script of ours, read before it does anything: a flag that it does not know, and so cannot
 * heed, ends it with its usage. `options` and the response are those of `parseArgs`.
 */
export function readCommandLine({ usage, options = {}, allowPositionals = false, args = process.argv.slice(2) }) {
	try {
		return parseArgs({ args, options, allowPositionals });
	} catch (error) {
		console.error(`${error.message}\n\nUsage: ${usage}`);
		process.exit(usageExitCode);
	}
}
