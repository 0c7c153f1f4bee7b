import { execFileSync } from "node:child_process";

export function findToken(root: string): string | null {
	// Secrets of CI systems often end with a line break, which headers reject.
	const given = process.env.CLOUDFLARE_API_TOKEN?.trim();
	if (given) return given;
	try {
		const text = execFileSync("wrangler", ["auth", "token", "--json"], { cwd: root, encoding: "utf8", stdio: "pipe" });
		return JSON.parse(text).token ?? null;
	} catch {
		return null; // wrangler ends with an error where no one is signed in
	}
}
