import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { root } from "./deployed";

/** Runs a command that waits for ever, as a step of a deployment does, and takes away what it wrote for it. */
const script = `
	import { runCommand } from "${root}local/tasks/deploy/run-command.ts";
	const waits = [process.execPath, "-e", "setInterval(() => {}, 1000); console.log('begun')"];
	try {
		await runCommand(waits, { cwd: ${JSON.stringify(root)}, env: process.env });
	} catch (error) {
		console.log(error.message.replace(process.execPath, "node"));
	} finally {
		console.log("secrets taken away");
	}
`;

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
	"takes secrets away where %s ends a deployment halfway",
	async (signal) => {
		const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		let said = "";
		child.stdout.on("data", (part) => {
			said += String(part);
			if (said === "begun\n") child.kill(signal);
		});
		await once(child, "close");
		expect(said).toBe(`begun\nnode -e ended with ${signal}\nsecrets taken away\n`);
	},
);
