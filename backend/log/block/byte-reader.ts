/** Reads what ByteWriter wrote. Past the end every read throws a RangeError, as DataView does. */
export class ByteReader {
	readonly view: DataView;
	position: number;

	constructor(bytes: Uint8Array, position = 0) {
		this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.position = position;
	}

	byte(): number {
		const value = this.view.getUint8(this.position);
		this.position += 1;
		return value;
	}

	varint(): number {
		let value = 0;
		let unit = 1;
		let byte = this.byte();
		while (byte >= 0x80) {
			value += (byte - 0x80) * unit;
			unit *= 0x80;
			// Eight bytes hold every integer that a double does.
			if (unit > 2 ** 49) throw new RangeError("A varint of more than eight bytes");
			byte = this.byte();
		}
		return value + byte * unit;
	}

	signed(): number {
		const value = this.varint();
		return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
	}

	float32(): number {
		const value = this.view.getFloat32(this.position, true);
		this.position += 4;
		return value;
	}

	float64(): number {
		const value = this.view.getFloat64(this.position, true);
		this.position += 8;
		return value;
	}
}
