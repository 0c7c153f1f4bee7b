import type { FileFormat, ImportOptions, ImportPreview } from "../../../shared/reading-import";

/** What a person has said about a file; null is left to be detected. */
export type ImportChoices = { format: FileFormat | null; columns: ImportOptions["columns"] | null };

export const noChoices: ImportChoices = { format: null, columns: null };

type ImportRequest = { file: File; deviceId: string; choices: ImportChoices };

/** The form of both calls. */
export function importForm({ file, deviceId, choices: { format, columns } }: ImportRequest): FormData {
	const options: ImportOptions = { deviceId, ...(format && { format }), ...(columns && { columns }) };
	const form = new FormData();
	form.set("file", file);
	form.set("options", JSON.stringify(options));
	return form;
}

/** The columns with a channel, as a preview shows them. */
export function targetsOf({ columns }: Pick<ImportPreview, "columns">): NonNullable<ImportOptions["columns"]> {
	return columns.flatMap(({ column, channelId }) => (channelId === null ? [] : [{ column, channelId }]));
}

/** Gives a column another channel, or none; a channel leaves the column it had. */
export function withTarget(
	preview: Pick<ImportPreview, "columns">,
	column: number,
	channelId: string | null,
): NonNullable<ImportOptions["columns"]> {
	const others = targetsOf(preview).filter((target) => target.column !== column && target.channelId !== channelId);
	if (channelId === null) return others;
	return [...others, { column, channelId }].sort((a, b) => a.column - b.column);
}

/** Another setting: the columns keep their channels, but a new separator makes other columns. */
export function withFormat(preview: ImportPreview, change: Partial<FileFormat>): ImportChoices {
	const format = { ...preview.format, ...change };
	return { format, columns: change.separator === undefined ? targetsOf(preview) : null };
}
