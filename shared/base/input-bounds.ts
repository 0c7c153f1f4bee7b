import * as z from "zod/mini";

// Every part of an input has a bound, which tests/backend/input-sizes.test.ts adds up to the largest input.

/** A list of ids or kinds, which has each once: a user who names one twice means one. `none`: why it may not be empty. */
export function setOf<Item extends z.ZodMiniType<string | number>>(
	item: Item,
	most: number,
	{ none, tooMany }: { none?: string; tooMany?: string } = {},
) {
	return z.array(item).check(
		z.maxLength(most, tooMany),
		z.overwrite((values) => [...new Set(values)]),
		z.minLength(none === undefined ? 0 : 1, none),
	);
}

/** What may be sent of a text that is cleaned before its length counts: blanks and breaks around it are no mistake. */
export function lengthBeforeCleaning(length: number, error = `At most ${length.toLocaleString("en-US")} characters.`) {
	return z.maxLength(2 * length + 100, { error, abort: true });
}

/** A request holds a megabyte, and more stands around an input. */
const mostInputBytes = 990_000;

/** Of all its parts together, in UTF-8, where the bounds of each would allow more than a request holds. */
export function atMostBytes<Value>(most = mostInputBytes) {
	return z.refine<Value>((value) => bytesOf(JSON.stringify(value)) <= most, {
		error: "This is too much at once. Send it in parts.",
		params: { mostBytes: most },
	});
}

function bytesOf(text: string): number {
	let bytes = 0;
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
		bytes += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate ? 2 : 3;
	}
	return bytes;
}
