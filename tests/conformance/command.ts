import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { helpText, parseOptions, UsageError } from "./options";
import { type CheckResult, runConformance } from "./run-conformance";

const marks = { passed: "✓", failed: "✗", "not checked": "–" };

export async function conformance(args: string[]): Promise<number> {
	if (args[0] === "--api") return walkApi(args[1] ?? "");
	try {
		const options = await parseOptions(args);
		if (options === "help") {
			console.log(helpText);
			return 0;
		}
		const results = await runConformance(options);
		console.log(toTable(results));
		return results.some(({ outcome }) => outcome === "failed") ? 1 : 0;
	} catch (error) {
		if (error instanceof UsageError) console.error(`${error.message}\n\n${helpText}`);
		else console.error(error);
		return 2;
	}
}

/** Python's and curl's own clients call the whole API of a console. */
function walkApi(origin: string): number {
	const script = fileURLToPath(new URL("./walk_api.py", import.meta.url));
	const { status, error } = spawnSync("python3", [script, ...(origin === "" ? [] : [origin])], { stdio: "inherit" });
	if (error) console.error("This check needs python3.");
	return status ?? 2;
}

function toTable(results: CheckResult[]): string {
	const width = Math.max(...results.map(({ name }) => name.length));
	const lines = results.map(({ name, outcome, detail }) => {
		const reported = outcome === "not checked" ? `not checked: ${detail}` : detail;
		return `${marks[outcome]} ${name.padEnd(width)}  ${reported}`.trimEnd();
	});
	const count = (requested: CheckResult["outcome"]) => results.filter(({ outcome }) => outcome === requested).length;
	return [
		...lines,
		"",
		`${count("passed")} passed, ${count("failed")} failed, ${count("not checked")} not checked`,
	].join("\n");
}
