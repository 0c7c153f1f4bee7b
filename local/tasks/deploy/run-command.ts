import { spawn } from "node:child_process";

type Place = { cwd: string; env: NodeJS.ProcessEnv };

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Rejects if the command fails. A signal ends only the command, so that the caller can delete its files. */
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
			// Wrangler exits with 0 if it is interrupted.
			settle(how === 0 ? null : new Error(`${command} ${args[0]} ended with ${how}`));
		});
	});
}
