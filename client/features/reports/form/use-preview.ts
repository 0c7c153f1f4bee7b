import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReportDefinition, ReportPreview } from "../../../../shared/report/report";
import { trpcClient } from "../../../api/trpc";

const typingMs = 500;

/** As of a moment ago: readings that come meanwhile change little of it. */
const staleMs = 60_000;

type PreviewState = {
	/** Null: none yet. `isOlder`: of the definition before, as that of now is not known yet. */
	preview: (ReportPreview & { isOlder: boolean }) | null;
	isBusy: boolean;
	error: unknown;
	retry: () => void;
};

/** Looks anew when typing pauses. Null: there is nothing to look at. */
export function usePreview(definition: ReportDefinition | null): PreviewState {
	const text = definition && JSON.stringify(previewedParts(definition));
	const [requested] = useDebouncedValue(text, typingMs);
	const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
		// Not under the router's name: a run that ends somewhere is no reason to look anew.
		queryKey: ["report-preview", requested],
		queryFn: ({ signal }): Promise<ReportPreview> =>
			// It may take longer than what is sent along with it.
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

/** Neither its name nor what its file is called changes what it holds. */
function previewedParts(definition: ReportDefinition): ReportDefinition {
	return { ...definition, name: "Preview" };
}
