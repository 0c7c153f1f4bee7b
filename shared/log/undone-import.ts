import * as z from "zod/mini";
import { ReadingImportId } from "../base/ids";

/** What undoing an import left at the times of its readings. */
export const UndoneImport = z.object({
	removed: z.number(),
	/** Readings that had another value before, which they have again. */
	restored: z.number(),
	/** Readings that stay, because something else brought them too. */
	kept: z.array(
		z.object({
			/** Null: they were uploaded. */
			importId: z.nullable(ReadingImportId),
			/** Of that import. */
			fileName: z.nullable(z.string()),
			readings: z.number(),
		}),
	),
});
export type UndoneImport = z.infer<typeof UndoneImport>;

/** "28 readings removed, 30 stay because of second.csv". */
export function describeUndone({ removed, restored, kept }: UndoneImport): string {
	const stay = kept.map(({ fileName, importId, readings }) => {
		const verb = readings === 1 ? "stays" : "stay";
		if (importId === null) return `${count(readings)} ${verb} because of uploads`;
		return `${count(readings)} ${verb} because of ${fileName ?? "another import"}`;
	});
	return [
		`${count(removed)} reading${removed === 1 ? "" : "s"} removed`,
		...(restored === 0 ? [] : [`${count(restored)} with the former value again`]),
		...stay,
	].join(", ");
}

function count(number: number): string {
	return number.toLocaleString("en-US");
}
