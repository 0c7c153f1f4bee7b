import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CurrentAccount } from "../../../../shared/account/account";
import type { Leaving } from "../../../../shared/account/leaving";
import { leavingRecord } from "../../../api/later-queries";
import { justLoadedMs } from "../../../api/query-client";
import { trpc } from "../../../api/trpc";
import { t } from "../../../words/made/account";
import { FailedCard } from "../failed-card";
import { DataExportCard } from "./data-export-card";
import { DeleteAccountCard } from "./delete-account-card";
import { ReleaseCard } from "./release-card";

/** An export takes minutes to hours; each call returns its progress. */
const retryMs = 3_000;

export function LeavingCards({ account }: { account: CurrentAccount }) {
	const queryClient = useQueryClient();
	const { data, isError } = useQuery({
		...leavingRecord(),
		staleTime: justLoadedMs,
		refetchInterval: ({ state }) => (isRunning(state.data) ? retryMs : false),
	});
	const changed = (leaving: Leaving) => queryClient.setQueryData(trpc.account.getLeaving.queryKey(), leaving);
	if (isError) return <FailedCard title={t("yourData")} text={t("thisCouldNotBeLoadedReload")} />;
	if (data === undefined) return null;
	return (
		<>
			{account.heldAtPoint && <ReleaseCard restoredTo={account.heldAtPoint} />}
			<DataExportCard exports={data.exports} onChanged={changed} />
			<DeleteAccountCard account={account} leaving={data} />
		</>
	);
}

function isRunning(leaving: Leaving | undefined): boolean {
	return leaving?.exports.some(({ state }) => state === "running") ?? false;
}
