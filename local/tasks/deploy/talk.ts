import { createInterface } from "node:readline/promises";

export type Talk = {
	say(text: string): void;
	ask(question: string): Promise<string | null>;
};

export const terminal: Talk = {
	say: (text) => console.log(text),
	async ask(question) {
		if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
		const lines = createInterface({ input: process.stdin, output: process.stdout });
		try {
			return (await lines.question(question)).trim();
		} finally {
			lines.close();
		}
	},
};

export function listed(lines: string[]): string {
	return lines.map((line) => `  ${line}`).join("\n");
}
