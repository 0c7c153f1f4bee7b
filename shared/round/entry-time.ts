import { roundLimits } from "./round";

type Sent = { readAt: number; sentAt: number };

/** Returns the time that counts: the phone's, corrected if its clock is more than five minutes off, and never in the future. */
export function entryTime({ readAt, sentAt }: Sent, receivedAt: number): { at: number; clockOffMs: number | null } {
	const isFar = (ms: number) => Math.abs(ms) > roundLimits.clockOffMs;
	const ahead = sentAt - receivedAt;
	const at = isFar(ahead) ? readAt - ahead : readAt;
	if (at <= receivedAt) return { at, clockOffMs: isFar(ahead) ? ahead : null };
	// The clock was set right between the reading and the sending.
	const off = readAt - receivedAt;
	return { at: receivedAt, clockOffMs: isFar(off) ? off : null };
}
