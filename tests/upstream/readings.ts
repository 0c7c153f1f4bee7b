const intervalMs = 10 * 60_000;

export type Reading = { at: number; value: number };

/** One reading on every tenth minute: a fridge's slow swing around 4 °C, by channel and time alone. */
export function readingAt(channelId: string, at: number): Reading {
	const phase = Number(channelId.slice(-1));
	const swing = Math.sin(at / 5_400_000 + phase);
	return { at, value: Math.round((4 + swing) * 10) / 10 };
}

export function latestReading(channelId: string, now: number): Reading {
	return readingAt(channelId, Math.floor(now / intervalMs) * intervalMs);
}

/** Readings of a span, newest first; `to` is not part of it. */
export function readingsBetween(channelId: string, { from, to }: { from: number; to: number }): Reading[] {
	const newest = Math.ceil(to / intervalMs) * intervalMs - intervalMs;
	const count = Math.max(0, Math.floor((newest - from) / intervalMs) + 1);
	return Array.from({ length: count }, (_, index) => readingAt(channelId, newest - index * intervalMs));
}
