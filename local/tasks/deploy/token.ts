import { execFileSync } from "node:child_process";

/** Of the environment, or of a user who signed in by `npx wrangler login`; null: no one did. */
export function findToken(root: string): string | null {
	// A secret of a CI system often ends with a line's end, which no header may hold.
	const given = process.env.CLOUDFLARE_API_TOKEN?.trim();
	if (given) return given;
	try {
		const text = execFileSync("wrangler", ["auth", "token", "--json"], { cwd: root, encoding: "utf8", stdio: "pipe" });
		return JSON.parse(text).token ?? null;
	} catch {
		return null; // wrangler ends with an error where no one is signed in
	}
}
