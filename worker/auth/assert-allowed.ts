import { countAttempt, countCode } from "../middleware/rate-limit";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";

/** Refuses one try of a password or a code too many. `group`: tries of one kind count together. */
export async function assertAttemptAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { environment, address } = call;
	assertNoWait(await countAttempt(environment.rateLimits, { group, address: address ?? "unknown", name }));
}

/** Refuses one wish for a code too many. */
export async function assertCodeAllowed(call: AuthCall, group: string, name: string): Promise<void> {
	const { environment, address } = call;
	assertNoWait(await countCode(environment.rateLimits, { group, address: address ?? "unknown", name }));
}

function assertNoWait(retryAfterSeconds: number | null): void {
	if (retryAfterSeconds === null) return;
	const reason = "refused before the user pool was asked";
	throw new AuthRefusal("TooManyAttempts", { reason, retryAfterSeconds });
}
