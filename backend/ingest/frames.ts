import { hourMs } from "../../shared/base/durations";
import type { UplinkFrame } from "../../shared/ingest/integration-message";

export type FrameParts = {
	/** Null: the message names none. */
	session: string | null;
	/** No other session has its id. An address is used again, with counters from 0. */
	isOwnSession: boolean;
	counter: number;
	payload: string;
	/** The server's name of the frame as its gateways received it; null: it gives none. */
	deduplicationId: string | null;
	/** The message's time, epoch ms. */
	at: number;
};

const framesStored = 32;
/** A frame has 242 bytes at most; what is longer is none, and not worth the time. */
const longestPayload = 1_000;

/** How far apart the same address, counter and payload are one frame: later the device was started anew. */
const sameAddressMs = 2 * hourMs;

/** The payload is part of it: a counter that begins again has other payloads. */
export function frameOf({ session, counter, payload, deduplicationId, ...frame }: FrameParts): UplinkFrame {
	const sent = payload.slice(0, longestPayload);
	const deduplicated = deduplicationId === null ? null : shortHash(`${deduplicationId}\n${sent}`);
	return { ...frame, id: shortHash(`${session}\n${counter}\n${sent}`), deduplicated };
}

/** `first`: the same frame as it came before; null: it is new. `frames`: what is kept of the device's last ones. */
export function recallFrame(known: readonly UplinkFrame[], frame: UplinkFrame) {
	const first = known.find((other) => isSame(other, frame)) ?? null;
	return { first, frames: first ? [...known] : [...known, frame].slice(-framesStored) };
}

function isSame(one: UplinkFrame, other: UplinkFrame): boolean {
	if (one.deduplicated !== null && one.deduplicated === other.deduplicated) return true;
	if (one.id !== other.id) return false;
	return (one.isOwnSession && other.isOwnSession) || Math.abs(one.at - other.at) <= sameAddressMs;
}

/** FNV-1a of 64 bits: tells some dozens of frames apart, and protects nothing. */
function shortHash(text: string): string {
	let hash = 0xcbf29ce484222325n;
	for (const byte of new TextEncoder().encode(text)) {
		hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
	}
	return hash.toString(36);
}
