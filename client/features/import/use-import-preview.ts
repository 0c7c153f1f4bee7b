import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { trpcClient } from "../../api/trpc";
import { appConstants } from "../../app-constants";
import { type ImportChoices, importForm } from "./import-form";

type Asked = { file: File; deviceId: string; choices: ImportChoices };

/** What a file would do, asked again a moment after the last change; what was answered before stays meanwhile. */
export function useImportPreview({ file, deviceId, choices }: Asked) {
	const [settled] = useDebouncedValue(choices, appConstants.filterDelayMs);
	const query = useQuery({
		queryKey: ["import preview", deviceId, fileKey(file), settled],
		queryFn: ({ signal }) =>
			trpcClient.log.previewImport.mutate(importForm({ file, deviceId, choices: settled }), { signal }),
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		refetchOnWindowFocus: false,
	});
	return { ...query, isBehind: settled !== choices || query.isFetching };
}

const keys = new WeakMap<File, number>();
let files = 0;

/** Two files of one name and size are two files. */
function fileKey(file: File): number {
	const known = keys.get(file);
	if (known !== undefined) return known;
	files += 1;
	keys.set(file, files);
	return files;
}
