import type { Point } from "./trend-positions";

export type Color = readonly [red: number, green: number, blue: number];

export type Canvas = ReturnType<typeof createCanvas>;

/** RGBA pixels with soft-edged shapes. A shape's parts blend once per pixel. */
export function createCanvas(width: number, height: number) {
	const pixels = new Uint8ClampedArray(width * height * 4);

	function shape() {
		const covered = new Float32Array(width * height);
		return {
			line(one: Point, other: Point, thickness: number): void {
				const reach = thickness / 2 + 1;
				const [left, right] = span(one.x, other.x, { reach, end: width });
				const [top, bottom] = span(one.y, other.y, { reach, end: height });
				for (let y = top; y <= bottom; y++) {
					for (let x = left; x <= right; x++) {
						const away = distance({ x: x + 0.5, y: y + 0.5 }, one, other);
						const cover = Math.min(1, Math.max(0, thickness / 2 + 0.5 - away));
						const at = y * width + x;
						covered[at] = Math.max(covered[at] ?? 0, cover);
					}
				}
			},
			rectangle(from: Point, to: Point): void {
				for (let y = Math.max(0, Math.round(from.y)); y < Math.min(height, Math.round(to.y)); y++) {
					covered.fill(1, y * width + Math.max(0, Math.round(from.x)), y * width + Math.min(width, Math.round(to.x)));
				}
			},
			paint(color: Color, opacity = 1): void {
				for (let at = 0; at < covered.length; at++) {
					const cover = covered[at] ?? 0;
					if (cover > 0) blend(at * 4, color, cover * opacity);
				}
			},
		};
	}

	/** https://www.w3.org/TR/compositing-1/#porterduffcompositingoperators_srcover, on non-premultiplied colors. */
	function blend(offset: number, color: Color, alpha: number): void {
		const below = (pixels[offset + 3] ?? 0) / 255;
		const together = alpha + below * (1 - alpha);
		for (const [index, value] of color.entries()) {
			const under = pixels[offset + index] ?? 0;
			pixels[offset + index] = (value * alpha + under * below * (1 - alpha)) / together;
		}
		pixels[offset + 3] = together * 255;
	}

	return { width, height, pixels, shape };
}

function span(one: number, other: number, { reach, end }: { reach: number; end: number }): [number, number] {
	const from = Math.max(0, Math.floor(Math.min(one, other) - reach));
	return [from, Math.min(end - 1, Math.ceil(Math.max(one, other) + reach))];
}

function distance({ x, y }: Point, one: Point, other: Point): number {
	const [dx, dy] = [other.x - one.x, other.y - one.y];
	const length = dx * dx + dy * dy;
	const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - one.x) * dx + (y - one.y) * dy) / length));
	return Math.hypot(x - one.x - along * dx, y - one.y - along * dy);
}
