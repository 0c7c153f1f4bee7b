/** Uploads happen every `everyMs` from `phaseMs` after the epoch. Readings' times are `clockBehindMs` too early. */
export type UploadSlots = { everyMs: number; phaseMs: number; clockBehindMs: number };

export function slotUpTo({ everyMs, phaseMs }: UploadSlots, now: number): number {
	return Math.floor((now - phaseMs) / everyMs) * everyMs + phaseMs;
}

/** The first slot after a reading. `at` is by the device's own clock. */
export function slotOfReading({ everyMs, phaseMs, clockBehindMs }: UploadSlots, at: number): number {
	return Math.ceil((at + clockBehindMs - phaseMs) / everyMs) * everyMs + phaseMs;
}
