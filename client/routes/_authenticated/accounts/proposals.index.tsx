import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useRefreshInterval } from "../../../api/live";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { LoadingIndicator } from "../../../ui/feedback/loading";

const loadList = () => import("../../../features/audit/proposals");
const ProposalList = lazy(async () => ({ default: (await loadList()).ProposalList }));

export const Route = createFileRoute("/_authenticated/accounts/proposals/")({
	staticData: { title: "proposals" },
	loader: async ({ preload }) => {
		const code = loadList();
		await loadScreenFor("viewAccount", () => [warm(trpc.account.getProposals.queryOptions())], { preload });
		await code;
	},
	component: ProposalsPage,
});

function ProposalsPage() {
	const refetchInterval = useRefreshInterval();
	const { data } = useSuspenseQuery({ ...trpc.account.getProposals.queryOptions(), refetchInterval });
	return (
		<Suspense fallback={<LoadingIndicator />}>
			<ProposalList list={data} />
		</Suspense>
	);
}
