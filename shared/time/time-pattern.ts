import * as z from "zod/mini";
import { errorKey } from "../base/error-key";

const pieces = /'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+/g;

const known = /^(?:[yY]{1,4}|M{1,4}|[dD]{1,2}|E{1,4}|[HhkK]{1,2}|m{1,2}|s{1,2}|S{1,9}|a{1,5}|A|[zZ]{1,5}|[xX]{1,5})$/;

/** Parts of a Unicode date pattern (`yyyy-MM-dd HH:mm:ss a`). Accepts `YYYY`, `DD` and `A`. Null: invalid. */
export function timePatternPieces(pattern: string): string[] | null {
	const found = pattern.match(pieces) ?? [];
	const isWhole = found.join("") === pattern;
	const isKnown = found.every((piece) => !/^[A-Za-z]/.test(piece) || known.test(piece));
	const letters = found.filter((piece) => /^[A-Za-z]/.test(piece));
	const has = (letter: RegExp) => letters.some((piece) => letter.test(piece));
	return isWhole && isKnown && has(/^[yY]/) && has(/^M/) && has(/^[dD]/) ? found : null;
}

export const TimePattern = z.string().check(
	z.maxLength(60, { abort: true }),
	z.refine((pattern) => timePatternPieces(pattern) !== null, {
		error: errorKey("time.pattern"),
	}),
);
export type TimePattern = z.infer<typeof TimePattern>;
