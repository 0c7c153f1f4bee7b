import { createHash } from "node:crypto";
import { createBoundedCache } from "../../shared/base/bounded-cache";

const digits = 12;

const known = createBoundedCache<string, string>(1_000);

/** Names an account in logs and metrics. docs/operating.md shows how to find an account by its hash. */
export function accountHash(accountId: string): string {
	const hash = known.get(accountId) ?? createHash("sha256").update(accountId).digest("hex").slice(0, digits);
	known.set(accountId, hash);
	return hash;
}
