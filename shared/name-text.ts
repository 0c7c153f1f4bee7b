import * as z from "zod/mini";

/** Tabs and line breaks, as spreadsheet cells contain them. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;
/** Bidirectional controls that affect text after the name. Joiners that scripts need stay allowed. */
const turningMarks = /[\u202A-\u202E\u2066-\u2069]/g;
const unseen = /[\p{DI}\p{Z}]/gu;

/** One line, without bidirectional controls. */
export function oneLine(text: string): string {
	return text.replace(breaks, " ").replace(turningMarks, "");
}

/** One line in any script: at most 64 characters, at least one of them visible. */
export function nameText(emptyMessage: string) {
	return z.string().check(
		z.overwrite(oneLine),
		z.trim(),
		z.refine((text) => text.replace(unseen, "") !== "", emptyMessage),
		z.maxLength(64, "At most 64 characters."),
	);
}
