export const dayMs = 24 * 60 * 60 * 1000;

/** The UTC day an instant (epoch ms) is in, counted from the epoch. */
export function dayOf(at: number): number {
	return Math.floor(at / dayMs);
}
