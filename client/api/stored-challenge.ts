import { minuteMs } from "../../shared/base/durations";
import type { Challenge } from "../../shared/session/session";

export type StoredChallenge = { challenge: Challenge; email: string };

type Kept = StoredChallenge & { keptAt: number };

const storageName = "aql.challenge";
/** Cognito's default AuthSessionValidity. The server's clock and setting may differ. */
const lifetimeMs = 3 * minuteMs;

function isKept(value: unknown): value is Kept {
	if (typeof value !== "object" || value === null) return false;
	if (!("challenge" in value && "email" in value && "keptAt" in value)) return false;
	const { challenge, email, keptAt } = value;
	if (typeof email !== "string" || typeof keptAt !== "number") return false;
	return typeof challenge === "object" && challenge !== null && "id" in challenge && "name" in challenge;
}

export function keepChallenge(kept: StoredChallenge): void {
	sessionStorage.setItem(storageName, JSON.stringify({ ...kept, keptAt: Date.now() } satisfies Kept));
}

export function dropChallenge(): void {
	sessionStorage.removeItem(storageName);
}

export function readChallenge(): StoredChallenge | "absent" | "expired" {
	const text = sessionStorage.getItem(storageName);
	if (text === null) return "absent";
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return "absent";
	}
	if (!isKept(value)) return "absent";
	const { challenge, email, keptAt } = value;
	return Math.abs(Date.now() - keptAt) < lifetimeMs ? { challenge, email } : "expired";
}
