import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { trailReviews } from "../../../api/later-queries";
import { useRefreshInterval } from "../../../api/live";
import { userList } from "../../../api/queries";
import { warm, warmPages } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { searchTexts } from "../../../base/search-text";
import { AuditLog } from "../../../features/audit/audit-log";
import { auditFilters, auditPage, auditPages } from "../../../features/audit/audit-pages";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { listParameters, useSearchEntry } from "../../../ui/table/list-search";
import { t } from "../../../words/made/first-screen";

const AuditSearch = searchTexts([...listParameters, "who", "about", "action", "entity", "view", "review"]);

export const Route = createFileRoute("/_authenticated/accounts/audit/")({
	validateSearch: AuditSearch,
	staticData: { title: "audit" },
	loaderDeps: ({ search: { who, about, action, period, entity, view } }) => ({
		who,
		about,
		action,
		period,
		entity,
		view,
	}),
	loader: async ({ deps, preload }) => {
		const now = Date.now();
		const start = () => {
			if (deps.view === "proposals") return [warm(trpc.account.getProposals.queryOptions())];
			if (deps.view === "reviews") return [warm(trailReviews())];
			return [warmPages(auditPages(auditFilters(deps), now)), warm(userList())];
		};
		await loadScreenFor(deps.view === "proposals" ? "viewAccount" : "viewAudit", start, { preload });
		return { now };
	},
	pendingComponent: () => <ListPending title={t("title.audit")} />,
	component: AuditViews,
});

const TrailReviews = lazy(async () => ({
	default: (await import("../../../features/audit/reviews/trail-reviews")).TrailReviews,
}));

const ProposalList = lazy(async () => ({
	default: (await import("../../../features/audit/proposals")).ProposalList,
}));

/** Users who may propose a change see the proposals, even without access to the audit log. */
function AuditViews() {
	const { view, review } = Route.useSearch();
	if (view === "proposals") return <Proposals />;
	return (
		<RoleGate capability="viewAudit" act="seeAuditLog">
			{view === "reviews" ? (
				<Suspense fallback={<ListPending title={t("title.audit")} />}>
					<TrailReviews reviewId={review} />
				</Suspense>
			) : (
				<AuditPage />
			)}
		</RoleGate>
	);
}

function Proposals() {
	const refetchInterval = useRefreshInterval();
	const { data } = useSuspenseQuery({ ...trpc.account.getProposals.queryOptions(), refetchInterval });
	return (
		<Suspense fallback={<ListPending title={t("title.audit")} />}>
			<ProposalList list={data} />
		</Suspense>
	);
}

function AuditPage() {
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const refetchInterval = useRefreshInterval();
	const filters = auditFilters(Route.useSearch());
	// The loader's time, so that its response is in the cache.
	const [now] = useState(Route.useLoaderData().now);
	const pages = useSuspenseInfiniteQuery({ ...auditPages(filters, now), refetchInterval });
	const users = useQuery(userList());
	return (
		<AuditLog
			pages={pages.data.pages}
			users={users.data ?? []}
			filters={filters}
			onFilter={(choice) => void navigate({ search: (before) => ({ ...before, ...choice }), ...entryOf(choice) })}
			readPage={auditPage(filters, now)}
			onOlder={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
			isLoadingOlder={pages.isFetchingNextPage}
		/>
	);
}
