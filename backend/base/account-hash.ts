import { createHash } from "node:crypto";

const digits = 12;

/** What stands for an account in logs and metrics, and on an operator's screen: docs/operating.md tells how to find one. */
export function accountHash(accountId: string): string {
	return createHash("sha256").update(accountId).digest("hex").slice(0, digits);
}
