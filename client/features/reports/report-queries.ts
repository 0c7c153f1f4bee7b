import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import { ReportRunId } from "../../../shared/base/ids";
import type { ReportRunPage } from "../../../shared/report/report";
import { trpc, trpcClient } from "../../api/trpc";
import { isUnderWay } from "./report-labels";

const pageSize = 50;

export function runPages(reportId: string) {
	return infiniteQueryOptions({
		queryKey: trpc.report.getRuns.infiniteQueryKey({ reportId }),
		queryFn: ({ pageParam, signal }): Promise<ReportRunPage> => {
			const input = { reportId, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) };
			return trpcClient.report.getRuns.query(input, { signal });
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ nextCursor }) => nextCursor,
	});
}

export const runBy = (runId: string) => queryOptions(trpc.report.getRun.queryOptions({ runId }));

export function namedRun({ run }: { run?: string | undefined }): string | null {
	return ReportRunId.safeParse(run).data ?? null;
}

export function hasRunUnderWay(pages: readonly ReportRunPage[] | undefined): boolean {
	return pages?.some(({ runs }) => runs.some(({ state }) => isUnderWay(state))) ?? false;
}

export function useRefreshReports(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries(trpc.report.pathFilter()),
			queryClient.invalidateQueries(trpc.account.getContacts.queryFilter()),
		]);
	};
}
