import { type IdKind, idPrefixes } from "../shared/ids";
import { encodeBase32 } from "./base32";

export type NewId = (kind: IdKind) => string;

/** Ids of one request: 48 bits of `now` (epoch ms), then 80 random bits. */
export function createNewId(now: number): NewId {
	return (kind) => {
		const bytes = crypto.getRandomValues(new Uint8Array(16));
		const time = new DataView(bytes.buffer);
		time.setUint16(0, Math.floor(now / 2 ** 32));
		time.setUint32(2, now % 2 ** 32);
		return `${idPrefixes[kind]}_${encodeBase32(bytes)}`;
	};
}
