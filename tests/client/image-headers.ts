/** The first bytes of pictures that claim a size and hold no pixels, in every form with a size. */
type Sides = { width: number; height: number };

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const big = (value: number) => [(value >> 8) & 255, value & 255];
const little = (value: number, bytes: number) =>
	Array.from({ length: bytes }, (_, position) => (value >> (8 * position)) & 255);

const riff = (name: string, content: number[]) => [
	...letters("RIFF"),
	...little(12 + content.length, 4),
	...letters("WEBP"),
	...letters(name),
	...little(content.length, 4),
	...content,
];

const app1 = (bytes: number) => [0xff, 0xe1, ...big(bytes + 2), ...Array<number>(bytes).fill(0)];
const frame = (marker: number, { width, height }: Sides) => [
	...[0xff, marker, ...big(17), 8, ...big(height), ...big(width), 3],
	...[1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1],
];

/** Each takes sides of 1 to 16,384. */
export const imageHeaders: Record<string, (sides: Sides) => number[]> = {
	"a baseline JPEG": (sides) => [0xff, 0xd8, ...frame(0xc0, sides)],
	"a progressive JPEG": (sides) => [0xff, 0xd8, ...frame(0xc2, sides)],
	"a JPEG whose camera wrote much before": (sides) => {
		return [0xff, 0xd8, ...app1(60_000), ...app1(60_000), ...frame(0xc0, sides)];
	},
	"a JPEG with bytes to fill": (sides) => [0xff, 0xd8, 0xff, 0xff, 0xff, ...frame(0xc1, sides).slice(1)],
	"a lossy WebP": ({ width, height }) => {
		return riff("VP8 ", [0x10, 0, 0, 0x9d, 0x01, 0x2a, ...little(width & 0x3fff, 2), ...little(height & 0x3fff, 2)]);
	},
	"a lossless WebP": ({ width, height }) => {
		return riff("VP8L", [0x2f, ...little(((width - 1) & 0x3fff) | (((height - 1) & 0x3fff) << 14), 4), 0]);
	},
	"an extended WebP": ({ width, height }) => {
		return riff("VP8X", [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]);
	},
};
