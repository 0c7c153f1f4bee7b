import { createHash } from "node:crypto";

const digits = 12;

const mostKnown = 1_000;
const known = new Map<string, string>();

/** What stands for an account in logs and metrics, and on an operator's screen: docs/operating.md tells how to find one. */
export function accountHash(accountId: string): string {
	const hash = known.get(accountId) ?? createHash("sha256").update(accountId).digest("hex").slice(0, digits);
	if (known.size >= mostKnown) known.clear();
	known.set(accountId, hash);
	return hash;
}
