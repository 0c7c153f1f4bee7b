import { binaryText } from "../../shared/base/binary-text";

/** Reads the first bytes, as a name and a declared type may lie. */
export function isPicture(head: Uint8Array): boolean {
	const letters = (from: number, to: number) => binaryText(head.subarray(from, to));
	const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
	return letters(1, 4) === "PNG" || isJpeg || (letters(0, 4) === "RIFF" && letters(8, 12) === "WEBP");
}

export function isMarkup(file: File, head: Uint8Array): boolean {
	return file.type === "image/svg+xml" || new TextDecoder().decode(head).trimStart().startsWith("<");
}

const tried = [12, 23, 34, 255, 45, 56, 67, 255];

/** Browsers that resist fingerprinting silently return noise or stripes for a drawing. */
export function drawsTruly(context: CanvasRenderingContext2D): boolean {
	const pixels = context.createImageData(tried.length / 4, 1);
	pixels.data.set(tried);
	context.putImageData(pixels, 0, 0);
	const { data } = context.getImageData(0, 0, pixels.width, 1);
	context.clearRect(0, 0, pixels.width, 1);
	return tried.every((part, index) => data[index] === part);
}

export function blobOf(canvas: HTMLCanvasElement, type: "image/png" | "image/jpeg", quality?: number) {
	return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
}
