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

type ImportRequest = {
	file: File;
	deviceId: string;
	choices: ImportChoices;
	isEveryRefusalListed?: true;
	requestKey?: string;
};

export function importForm({ file, deviceId, choices, isEveryRefusalListed, requestKey }: ImportRequest): FormData {
	const { format, columns } = choices;
	const options: ImportOptions = {
		deviceId,
		...(format && { format }),
		...(columns && { columns }),
		...(isEveryRefusalListed && { isEveryRefusalListed }),
		...(requestKey !== undefined && { requestKey }),
	};
	const form = new FormData();
	form.set("file", file);
	form.set("options", JSON.stringify(options));
	return form;
}

const keysOfFile = new WeakMap<File, Map<string, string>>();

/** Imports a file; called again before it succeeded, whatever became of the call before, it makes one import. */
export async function importFile(request: Omit<ImportRequest, "requestKey" | "isEveryRefusalListed">) {
	const { file, ...choice } = request;
	const keys = keysOfFile.get(file) ?? new Map<string, string>();
	keysOfFile.set(file, keys);
	const chosen = JSON.stringify(choice);
	const requestKey = keys.get(chosen) ?? crypto.randomUUID();
	keys.set(chosen, requestKey);
	const made = await trpcClient.log.importReadings.mutate(importForm({ ...request, requestKey }));
	// It can be undone by now, and then the same is to be imported anew.
	keys.delete(chosen);
	return made;
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
