/** Reads what ByteWriter wrote. Reads past the end throw a RangeError. */
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

/** Little-endian. Integers are exact up to 2^53. */
export class ByteWriter {
	private bytes = new Uint8Array(256);
	private view = new DataView(this.bytes.buffer);
	private used = 0;

	get length(): number {
		return this.used;
	}

	byte(value: number): void {
		this.reserve(1);
		this.bytes[this.used] = value;
		this.used += 1;
	}

	/** Unsigned LEB128: seven bits a byte, lowest first. */
	varint(value: number): void {
		this.reserve(8);
		let rest = value;
		while (rest >= 0x80) {
			this.bytes[this.used] = (rest % 0x80) + 0x80;
			this.used += 1;
			rest = Math.floor(rest / 0x80);
		}
		this.bytes[this.used] = rest;
		this.used += 1;
	}

	/** The sign is the lowest bit, so that small numbers of both signs are short. */
	signed(value: number): void {
		this.varint(value < 0 ? -2 * value - 1 : 2 * value);
	}

	float32(value: number): void {
		this.reserve(4);
		this.view.setFloat32(this.used, value, true);
		this.used += 4;
	}

	float64(value: number): void {
		this.reserve(8);
		this.view.setFloat64(this.used, value, true);
		this.used += 8;
	}

	uint32(value: number): void {
		this.reserve(4);
		this.view.setUint32(this.used, value, true);
		this.used += 4;
	}

	append(part: Uint8Array): void {
		this.reserve(part.length);
		this.bytes.set(part, this.used);
		this.used += part.length;
	}

	/** The caller must fill these bytes before the next write. */
	claim(length: number): Uint8Array {
		this.reserve(length);
		this.used += length;
		return this.bytes.subarray(this.used - length, this.used);
	}

	/** Valid until the next write. */
	written(from: number): Uint8Array {
		return this.bytes.subarray(from, this.used);
	}

	rewind(length: number): void {
		this.used = length;
	}

	done(): Uint8Array<ArrayBuffer> {
		return this.bytes.slice(0, this.used);
	}

	private reserve(more: number): void {
		if (this.used + more <= this.bytes.length) return;
		const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.used + more));
		grown.set(this.bytes.subarray(0, this.used));
		this.bytes = grown;
		this.view = new DataView(grown.buffer);
	}
}
