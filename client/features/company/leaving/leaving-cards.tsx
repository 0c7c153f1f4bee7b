import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CurrentAccount } from "../../../../shared/account/account";
import type { Leaving } from "../../../../shared/account/leaving";
import { leavingRecord } from "../../../api/later-queries";
import { justLoadedMs } from "../../../api/query-client";
import { trpc } from "../../../api/trpc";
import { Callout } from "../../../ui/feedback/notes";
import { Card } from "../../../ui/layout/card";
import { t } from "../../../words/made/account";
import { DataExportCard } from "./data-export-card";
import { DeleteAccountCard } from "./delete-account-card";
import classes from "./leaving.module.css";
import { ReleaseCard } from "./release-card";

/** An export takes minutes to hours; each call returns its progress. */
const retryMs = 3_000;

/** Export of all data and deletion of the account. Only owners see it. */
export function LeavingCards({ account }: { account: CurrentAccount }) {
	const queryClient = useQueryClient();
	const { data, isError } = useQuery({
		...leavingRecord(),
		staleTime: justLoadedMs,
		refetchInterval: ({ state }) => (isRunning(state.data) ? retryMs : false),
	});
	const changed = (leaving: Leaving) => queryClient.setQueryData(trpc.account.getLeaving.queryKey(), leaving);
	if (isError) {
		return (
			<Card title={t("yourData")}>
				<div className={classes.body}>
					<Callout tone="bad">{t("thisCouldNotBeLoadedReload")}</Callout>
				</div>
			</Card>
		);
	}
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
