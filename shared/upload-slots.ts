/**
 * When a device uploads: every `everyMs`, counted from `phaseMs` after the epoch. `clockBehindMs` is by how much the
 * times it gives its readings are too early.
 */
export type UploadSlots = { everyMs: number; phaseMs: number; clockBehindMs: number };

/** The device's newest slot up to an instant; all epoch ms. */
export function slotUpTo({ everyMs, phaseMs }: UploadSlots, now: number): number {
	return Math.floor((now - phaseMs) / everyMs) * everyMs + phaseMs;
}

/** The device's first slot after it has measured at `at`, a time of its own clock. */
export function slotOfReading({ everyMs, phaseMs, clockBehindMs }: UploadSlots, at: number): number {
	return Math.ceil((at + clockBehindMs - phaseMs) / everyMs) * everyMs + phaseMs;
}
