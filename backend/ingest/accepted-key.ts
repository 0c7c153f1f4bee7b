import { isSame } from "./signed-key";

/** What is kept of a key and of the one it replaced. */
export type KeptDigests = { keyDigest: string; previousKeyDigest: string | null; previousKeyUntil: Date | null };

/**
 * Which of the kept keys a digest is of, at an instant (epoch ms); null for neither. Both are compared, whatever the
 * first says.
 */
export function acceptedKey(kept: KeptDigests, digest: string, now: number): "current" | "previous" | null {
	const isCurrent = isSame(kept.keyDigest, digest);
	const isPrevious = kept.previousKeyDigest !== null && isSame(kept.previousKeyDigest, digest);
	if (isCurrent) return "current";
	const isInGrace = kept.previousKeyUntil !== null && kept.previousKeyUntil.getTime() > now;
	return isPrevious && isInGrace ? "previous" : null;
}

const usedEveryMs = 15 * 60 * 1000;

/** Whether the use of a key is worth a written row: a shown minute is not. */
export function isUseWorthNoting(lastUsedAt: Date | null, now: number): boolean {
	return lastUsedAt === null || now - lastUsedAt.getTime() >= usedEveryMs;
}
