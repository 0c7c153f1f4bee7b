type JpegFile = { width: number; height: number; orientation?: number; bytes?: number };

const segment = (marker: number, content: readonly number[]) => {
	return [0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content];
};

/** A header with EXIF orientation, and no image: writers of PDF read no further. */
export function jpegFile({ width, height, orientation, bytes = 0 }: JpegFile): Uint8Array {
	const entry = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation ?? 1, 0, 0];
	const exif = [...[0x45, 0x78, 0x69, 0x66, 0, 0], ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8], 0, 1, ...entry, 0, 0, 0, 0];
	const components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
	const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 3, ...components];
	const head = [0xff, 0xd8, ...segment(0xe1, exif), ...segment(0xc0, frame)];
	const file = new Uint8Array(Math.max(head.length + 2, bytes));
	file.set(head);
	file.set([0xff, 0xd9], file.length - 2);
	return file;
}
