import * as z from "zod/mini";

/** Tabs and line ends, as cells of a spreadsheet bring them. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;
/** Marks that turn what follows them, past the end of the name too. What a script's letters need themselves stays. */
const turningMarks = /[\u202A-\u202E\u2066-\u2069]/g;
const unseen = /[\p{DI}\p{Z}]/gu;

/** A text on one line, with nothing in it that turns what follows. */
export function oneLine(text: string): string {
	return text.replace(breaks, " ").replace(turningMarks, "");
}

/** One line that names something, in any script: at most 64 characters, of which one at least can be seen. */
export function nameText(emptyMessage: string) {
	return z.string().check(
		z.overwrite(oneLine),
		z.trim(),
		z.refine((text) => text.replace(unseen, "") !== "", emptyMessage),
		z.maxLength(64, "At most 64 characters."),
	);
}
