/** Bytes in front of a segment that tell its length. */
const lengthBytes = 4;

/** A tail with one more upload's block at its end; what is there is not decoded. */
export function withSegment(tail: Uint8Array, block: Uint8Array): Uint8Array {
	const longer = new Uint8Array(tail.length + lengthBytes + block.length);
	longer.set(tail);
	new DataView(longer.buffer).setUint32(tail.length, block.length);
	longer.set(block, tail.length + lengthBytes);
	return longer;
}

/** The blocks of a tail in the order in which they came. */
export function tailSegments(tail: Uint8Array): Uint8Array[] {
	const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
	const segments: Uint8Array[] = [];
	for (let place = 0; place < tail.length; ) {
		const end = place + lengthBytes + view.getUint32(place);
		if (end > tail.length) throw new Error("A tail's last segment is cut short");
		segments.push(tail.subarray(place + lengthBytes, end));
		place = end;
	}
	return segments;
}
