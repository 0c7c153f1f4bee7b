import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReportDefinition, ReportPreview } from "../../../../shared/report/report";
import { trpcClient } from "../../../api/trpc";

const typingMs = 500;

const staleMs = 60_000;

type PreviewState = {
	/** Null: not loaded yet. `isOlder`: the preview of the previous definition. */
	preview: (ReportPreview & { isOlder: boolean }) | null;
	isBusy: boolean;
	error: unknown;
	retry: () => void;
};

/** Refetches when typing pauses. Null: nothing to preview. */
export function usePreview(definition: ReportDefinition | null): PreviewState {
	const text = definition && JSON.stringify(previewedParts(definition));
	const [requested] = useDebouncedValue(text, typingMs);
	const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
		// Not under the router's name: an invalidation of runs is no reason to preview again.
		queryKey: ["report-preview", requested],
		queryFn: ({ signal }): Promise<ReportPreview> =>
			// A preview may take longer than the other calls of a batch.
			trpcClient.report.previewReport.query(JSON.parse(requested ?? "{}"), { signal, context: { isAlone: true } }),
		enabled: requested !== null && text !== null,
		placeholderData: keepPreviousData,
		staleTime: staleMs,
		refetchOnWindowFocus: false,
	});
	const isOlder = isPlaceholderData || requested !== text || error !== null;
	return {
		preview: data === undefined ? null : { ...data, isOlder },
		isBusy: text !== null && (isFetching || requested !== text),
		error: text === null ? null : error,
		retry: () => void refetch(),
	};
}

function previewedParts(definition: ReportDefinition): ReportDefinition {
	return { ...definition, name: "Preview" };
}
