import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FileFormat, ImportOptions, ImportPreview } from "../../../shared/reading-import";
import { trpcClient } from "../../api/trpc";
import { appConstants } from "../../app-constants";

export type ImportChoices = { format: FileFormat | null; columns: ImportOptions["columns"] | null };

export const noChoices: ImportChoices = { format: null, columns: null };

type PreviewRequest = { file: File; deviceId: string; choices: ImportChoices };

/** Requested shortly after the last change; the former answer stays meanwhile. */
export function useImportPreview({ file, deviceId, choices }: PreviewRequest) {
	const [steady] = useDebouncedValue(choices, appConstants.filterDelayMs);
	const query = useQuery({
		queryKey: ["import preview", deviceId, fileKey(file), steady],
		queryFn: ({ signal }) =>
			trpcClient.log.previewImport.mutate(importForm({ file, deviceId, choices: steady }), { signal }),
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		refetchOnWindowFocus: false,
	});
	return { ...query, isBehind: steady !== choices || query.isFetching };
}

const keyOfFile = new WeakMap<File, number>();

let fileCount = 0;

/** Two files of one name and size are two files. */
function fileKey(file: File): number {
	const known = keyOfFile.get(file);
	if (known !== undefined) return known;
	fileCount += 1;
	keyOfFile.set(file, fileCount);
	return fileCount;
}

type ImportRequest = { file: File; deviceId: string; choices: ImportChoices; isEveryRefusalListed?: true };

export function importForm({ file, deviceId, choices, isEveryRefusalListed }: ImportRequest): FormData {
	const { format, columns } = choices;
	const options: ImportOptions = {
		deviceId,
		...(format && { format }),
		...(columns && { columns }),
		...(isEveryRefusalListed && { isEveryRefusalListed }),
	};
	const form = new FormData();
	form.set("file", file);
	form.set("options", JSON.stringify(options));
	return form;
}

export function targetsOf({ columns }: Pick<ImportPreview, "columns">): NonNullable<ImportOptions["columns"]> {
	return columns.flatMap(({ column, channelId }) => (channelId === null ? [] : [{ column, channelId }]));
}

/** The channel leaves the column it had. */
export function withTarget(
	preview: Pick<ImportPreview, "columns">,
	column: number,
	channelId: string | null,
): NonNullable<ImportOptions["columns"]> {
	const others = targetsOf(preview).filter((target) => target.column !== column && target.channelId !== channelId);
	if (channelId === null) return others;
	return [...others, { column, channelId }].sort((a, b) => a.column - b.column);
}

export function withFormat(preview: ImportPreview, change: Partial<FileFormat>): ImportChoices {
	const format = { ...preview.format, ...change };
	return { format, columns: change.separator === undefined ? targetsOf(preview) : null };
}
