import { spawn } from "node:child_process";

type Place = { cwd: string; env: NodeJS.ProcessEnv };

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Rejects where the command fails. A signal ends the command and not this process, so that its caller takes away what
 * it has written for it, such as a file of secrets. Not synchronous: connections that the other side closes meanwhile
 * have to be noticed before they are used again.
 */
export function runCommand([command = "", ...args]: string[], { cwd, env }: Place): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd, stdio: "inherit", env });
		let interruptedBy: NodeJS.Signals | null = null;
		const end = (signal: NodeJS.Signals) => {
			interruptedBy = signal;
			child.kill(signal);
		};
		for (const signal of endings) process.on(signal, end);
		const settle = (error: Error | null) => {
			for (const signal of endings) process.off(signal, end);
			if (error) reject(error);
			else resolve();
		};
		child.once("error", settle);
		child.once("exit", (code, signal) => {
			const how = interruptedBy ?? code ?? signal;
			// Wrangler ends with 0 where it is interrupted, and has not done what it was requested.
			settle(how === 0 ? null : new Error(`${command} ${args[0]} ended with ${how}`));
		});
	});
}
