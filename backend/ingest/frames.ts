import { hourMs } from "../../shared/base/durations";
import type { UplinkFrame } from "../../shared/ingest/integration-message";

export type FrameParts = {
	session: string | null;
	/** Session ids are unique. An address is reused, with counters from 0. */
	isOwnSession: boolean;
	counter: number;
	payload: string;
	deduplicationId: string | null;
	at: number;
};

const framesStored = 32;
/** A LoRaWAN frame has at most 242 bytes. */
const longestPayload = 1_000;

/** Longer apart, equal frames of one address are from a restarted device. */
const sameAddressMs = 2 * hourMs;

/** The payload distinguishes frames after a counter restarted. */
export function frameOf({ session, counter, payload, deduplicationId, ...frame }: FrameParts): UplinkFrame {
	const sent = payload.slice(0, longestPayload);
	const deduplicated = deduplicationId === null ? null : shortHash(`${deduplicationId}\n${sent}`);
	return { ...frame, id: shortHash(`${session}\n${counter}\n${sent}`), deduplicated };
}

/** `first`: the same frame from before, or null. `frames`: the last frames to store. */
export function recallFrame(known: readonly UplinkFrame[], frame: UplinkFrame) {
	const first = known.find((other) => isSame(other, frame)) ?? null;
	return { first, frames: first ? [...known] : [...known, frame].slice(-framesStored) };
}

function isSame(one: UplinkFrame, other: UplinkFrame): boolean {
	if (one.deduplicated !== null && one.deduplicated === other.deduplicated) return true;
	if (one.id !== other.id) return false;
	return (one.isOwnSession && other.isOwnSession) || Math.abs(one.at - other.at) <= sameAddressMs;
}

/** FNV-1a with 64 bits; not for security. */
function shortHash(text: string): string {
	let hash = 0xcbf29ce484222325n;
	for (const byte of new TextEncoder().encode(text)) {
		hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
	}
	return hash.toString(36);
}
