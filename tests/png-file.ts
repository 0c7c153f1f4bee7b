type PngFile = {
	width: number;
	height: number;
	color?: [number, number, number];
	claims?: { width: number; height: number };
};

export async function pngFile({ width, height, color = [200, 30, 60], claims }: PngFile): Promise<Uint8Array> {
	const row = new Uint8Array(1 + width * 4);
	for (let x = 0; x < width; x += 1) row.set([...color, 255], 1 + x * 4);
	const rows = new Uint8Array(row.length * height);
	for (let y = 0; y < height; y += 1) rows.set(row, y * row.length);
	const head = new Uint8Array(13);
	const view = new DataView(head.buffer);
	view.setUint32(0, claims?.width ?? width);
	view.setUint32(4, claims?.height ?? height);
	head.set([8, 6, 0, 0, 0], 8);
	const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
	const pixels = new Uint8Array(await new Response(packed).arrayBuffer());
	const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
	const parts = [signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", new Uint8Array())];
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function chunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(12 + content.length);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, content.length);
	bytes.set(new TextEncoder().encode(name), 4);
	bytes.set(content, 8);
	view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)));
	return bytes;
}

function crc32(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return (crc ^ 0xffffffff) >>> 0;
}

export function base64Of(bytes: Uint8Array): string {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return btoa(text);
}
