/* Colors are `#` and six hex digits. Contrast is defined by WCAG 2.2. */

export type ColorScheme = "light" | "dark";
export type BrandTokens = Record<string, string>;

/** WCAG 1.4.3, for text. */
export const leastContrast = 4.5;
/** A button below this contrast disappears on a white page. Yellow has 1.2. */
const leastVisible = 1.19;

const white = "#ffffff";
const black = "#000000";
/** Same as client/ui/layout/tokens.css, checked by a test. */
export const brandGrounds = {
	light: { ink: "#10212b", grounds: ["#ffffff", "#f7f9fa"] },
	dark: { ink: "#0d161b", grounds: ["#131f26", "#0d161b"] },
} as const satisfies Record<ColorScheme, { ink: string; grounds: readonly string[] }>;

export const neutralTokens = {
	light: {
		"--brand": "#0b7285",
		"--brand-fill": "#0b7285",
		"--brand-ink": "#ffffff",
		"--brand-soft": "#e3f4f6",
		"--brand-soft-ink": "#0a6576",
		"--story": "#0b7285",
		"--story-end": "#073b4c",
	},
	dark: {
		"--brand": "#3bc9db",
		"--brand-fill": "#3bc9db",
		"--brand-ink": "#06262b",
		"--brand-soft": "#12353c",
		"--brand-soft-ink": "#5fd5e4",
		"--story": "#0a5566",
		"--story-end": "#06222c",
	},
} as const satisfies Record<ColorScheme, BrandTokens>;

const storySoft = "#d5dde2";

type Rgb = [red: number, green: number, blue: number];

function rgbOf(color: string): Rgb {
	const digits = Number.parseInt(color.slice(1), 16);
	return [digits >> 16, (digits >> 8) & 0xff, digits & 0xff];
}

/** Blends two colors. `share` of `other`: 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
	const to = rgbOf(other);
	const parts = rgbOf(one).map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share));
	return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = rgbOf(color).map((part) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
	const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (higher + 0.05) / (lower + 0.05);
}

/** Same as --bad, --warn and --ok of client/ui/layout/tokens.css, checked by a test. */
export const stateColors = { red: "#c92a2a", amber: "#d9780f", green: "#2b8a3e" } as const;
export type StateColor = keyof typeof stateColors;

const nearHue = 20;
/** Below it a color reads as gray, brown or a tint. */
const leastSaturation = 0.3;

/** The state color that people could take this color for. Null: none. */
export function stateColorNear(color: string): StateColor | null {
	const { hue, saturation } = hueOf(color);
	if (saturation < leastSaturation) return null;
	const names = Object.keys(stateColors) as StateColor[]; // keys of a const object are its keyof
	const awayFrom = (name: StateColor) => Math.abs(((hueOf(stateColors[name]).hue - hue + 540) % 360) - 180);
	const [nearest] = [...names].sort((one, other) => awayFrom(one) - awayFrom(other));
	return nearest && awayFrom(nearest) <= nearHue ? nearest : null;
}

/** `hue` in degrees, `saturation` 0 to 1, both as in HSL. */
function hueOf(color: string): { hue: number; saturation: number } {
	const [red, green, blue] = rgbOf(color);
	const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
	const range = most - least;
	if (range === 0) return { hue: 0, saturation: 0 };
	const sixth =
		most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4;
	return { hue: (sixth * 60 + 360) % 360, saturation: range / (255 - Math.abs(most + least - 255)) };
}

export function isColorVisible(color: string): boolean {
	return contrast(color, white) >= leastVisible;
}

/** The text color with the best contrast on `color`, always at least 4.5. */
export function textOn(color: string): string {
	const [best = black] = [white, brandGrounds.light.ink].sort((a, b) => contrast(color, b) - contrast(color, a));
	return contrast(color, best) >= leastContrast ? best : black;
}

const steps = 100;

/** The color, blended towards `end` until its contrast is at least 4.5 on every ground. */
export function readableOn(color: string, grounds: readonly string[], end: string): string {
	for (let step = 0; step < steps; step += 1) {
		const tried = mixed(color, end, step / steps);
		if (grounds.every((ground) => contrast(tried, ground) >= leastContrast)) return tried;
	}
	return end;
}

type ChosenColors = { primary: string; accent: string };

/** CSS custom properties of the brand colors in a scheme. An empty color yields none. */
export function brandTokens({ primary, accent }: ChosenColors, scheme: ColorScheme): BrandTokens {
	const second = accent || primary;
	return { ...(second && accentTokens(second, scheme)), ...(primary && primaryTokens(primary, second, scheme)) };
}

function softOf(accent: string, scheme: ColorScheme): string {
	return scheme === "light" ? mixed(accent, white, 0.88) : mixed(accent, brandGrounds.dark.grounds[0], 0.78);
}

function endOf(scheme: ColorScheme): string {
	return scheme === "light" ? black : white;
}

function primaryTokens(primary: string, accent: string, scheme: ColorScheme): BrandTokens {
	const ink = textOn(primary);
	const away = ink === white ? black : white;
	return {
		"--brand": readableOn(primary, [...brandGrounds[scheme].grounds, softOf(accent, scheme)], endOf(scheme)),
		"--brand-hover": mixed(readableOn(primary, brandGrounds[scheme].grounds, endOf(scheme)), endOf(scheme), 0.18),
		"--brand-fill": primary,
		"--brand-fill-hover": mixed(primary, away, 0.14),
		"--brand-ink": ink,
	};
}

function accentTokens(accent: string, scheme: ColorScheme): BrandTokens {
	const soft = softOf(accent, scheme);
	const story = readableOn(scheme === "light" ? accent : mixed(accent, black, 0.3), [storySoft], black);
	return {
		"--brand-soft": soft,
		"--brand-soft-ink": readableOn(accent, [soft], endOf(scheme)),
		"--story": story,
		"--story-end": mixed(story, black, 0.45),
		"--story-ink": white,
		"--story-soft": storySoft,
	};
}
