import * as z from "zod/mini";
import { errorKey } from "./error-key";

// Every input has a bound. tests/backend/input-sizes.test.ts adds them up to the largest input.

/** A list without duplicates. `none`: the error of an empty list; absent: it may be empty. */
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

/** Input bound of a text whose length counts after cleaning, so that blanks around it are no error. */
export function lengthBeforeCleaning(length: number, error = errorKey("text.tooLong", { most: length })) {
	return z.maxLength(2 * length + 100, { error, abort: true });
}

const mostInputBytes = 990_000;

/** Bounds the JSON in UTF-8 where the bounds of its parts would exceed a request. */
export function atMostBytes<Value>(most = mostInputBytes) {
	return z.refine<Value>((value) => bytesOf(JSON.stringify(value)) <= most, {
		error: errorKey("input.tooLarge"),
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
