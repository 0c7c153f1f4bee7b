const dayMs = 24 * 60 * 60 * 1000;
const farthestMs = 100 * 365 * dayMs;

type Growth = { usedBytes: number; quotaBytes: number; growthBytesPerDay: number };

/** When the quota is reached at today's growth; null when it never is, a century being never. */
export function quotaReachedAt({ usedBytes, quotaBytes, growthBytesPerDay }: Growth, now: number): Date | null {
	if (growthBytesPerDay <= 0) return null;
	const leftMs = (Math.max(0, quotaBytes - usedBytes) / growthBytesPerDay) * dayMs;
	return leftMs > farthestMs ? null : new Date(Math.round(now + leftMs));
}
