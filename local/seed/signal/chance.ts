/** FNV-1a: the same number for the same text, anywhere and always. */
export function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return hash >>> 0;
}

/** A number from 0 to 1 that looks random and is not: the finish of murmur3 over a hash and a step. */
export function chance(hash: number, step: number): number {
	let mixed = Math.imul(hash ^ Math.imul(step, 0x9e3779b1), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** From −1 to 1, wandering from one step to the next without a jump; `place` counts steps and may lie between two. */
export function wandering(hash: number, place: number): number {
	const step = Math.floor(place);
	const passed = place - step;
	const eased = passed * passed * (3 - 2 * passed);
	return 2 * (chance(hash, step) * (1 - eased) + chance(hash, step + 1) * eased) - 1;
}
