import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { root } from "./deployed";

/** Runs a command that waits for ever, as a step of a deployment does, and removes its file at the end. */
const scriptOf = (waits: string) => `
	import { runCommand } from "${root}local/tasks/deploy/run-command.ts";
	const waits = [process.execPath, "-e", ${JSON.stringify(waits)}];
	try {
		await runCommand(waits, { cwd: ${JSON.stringify(root)}, env: process.env });
	} catch (error) {
		console.log(error.message.replace(process.execPath, "node"));
	} finally {
		console.log("secrets taken away");
	}
`;

const waiting = "setInterval(() => {}, 1000); console.log('begun');";

describe("an interrupted deployment", () => {
	it.each([
		["SIGINT", waiting],
		["SIGTERM", waiting],
		["SIGHUP", waiting],
		["SIGINT", `process.on("SIGINT", () => process.exit(0)); ${waiting}`],
	] as const)("takes its secrets away and stops at %s, however its command ends", async (signal, waits) => {
		const words = ["--input-type=module", "-e", scriptOf(waits)];
		const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
		let said = "";
		child.stdout.on("data", (part) => {
			said += String(part);
			if (said === "begun\n") child.kill(signal);
		});
		await once(child, "close");
		expect(said).toBe(`begun\nnode -e ended with ${signal}\nsecrets taken away\n`);
	});
});
