import { asDigits, countDigits, counted } from "../../shared/formats/display-formats";
import { displayFormats } from "./display-formats";

export function countText(count: number): string {
	return countDigits(count, displayFormats());
}

/** `1 device`, `1,204 devices`: for nouns with an s. */
export function countOf(count: number, noun: string): string {
	return counted(count, noun, displayFormats());
}

export function capitalized(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const units = ["B", "kB", "MB", "GB", "TB"];

/** Decimal units: `0 B`, `812 kB`, `2.1 GB`. */
export function formatBytes(bytes: number): string {
	let size = bytes;
	let unit = 0;
	while (size >= 999.5 && unit < units.length - 1) {
		size /= 1000;
		unit += 1;
	}
	const digits = unit === 0 || size >= 99.95 ? size.toFixed(0) : size.toFixed(1);
	return `${asDigits(digits.replace(/\.0$/, ""), displayFormats())} ${units[unit]}`;
}
