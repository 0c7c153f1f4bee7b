import * as z from "zod/mini";
import { ReadingImportId } from "../base/ids";
import { countDigits, counted, type NumberStyle } from "../formats/display-formats";

export const UndoneImport = z.object({
	removed: z.number(),
	restored: z.number(),
	kept: z.array(
		z.object({
			importId: z.nullable(ReadingImportId),
			fileName: z.nullable(z.string()),
			readings: z.number(),
		}),
	),
});
export type UndoneImport = z.infer<typeof UndoneImport>;

/** "28 readings removed, 30 stay because of second.csv". */
export function describeUndone({ removed, restored, kept }: UndoneImport, style?: NumberStyle): string {
	const stay = kept.map(({ fileName, importId, readings }) => {
		const verb = readings === 1 ? "stays" : "stay";
		if (importId === null) return `${countDigits(readings, style)} ${verb} because of uploads`;
		return `${countDigits(readings, style)} ${verb} because of ${fileName ?? "another import"}`;
	});
	return [
		`${counted(removed, "reading", style)} removed`,
		...(restored === 0 ? [] : [`${countDigits(restored, style)} with the former value again`]),
		...stay,
	].join(", ");
}
