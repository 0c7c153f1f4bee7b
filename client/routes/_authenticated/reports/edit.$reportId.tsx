import { useQuery, useSuspenseInfiniteQuery, useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { CurrentAccount } from "../../../../shared/account/account";
import { can } from "../../../../shared/account/permissions";
import type { Report } from "../../../../shared/report/report";
import { useAccount } from "../../../api/account";
import { deviceList } from "../../../api/device-list";
import { useRefreshInterval } from "../../../api/live";
import { companyRecord, contactGroupList, contactList, groupList, reportBy } from "../../../api/queries";
import { queryClient, warm, warmPages } from "../../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../../api/screen-loader";
import { denialOf } from "../../../entities/labels";
import { ReportDetail } from "../../../features/reports/report-detail";
import { hasDefinition, reportDenial } from "../../../features/reports/report-labels";
import { ReportPage } from "../../../features/reports/report-page";
import { hasRunUnderWay, namedRun, runBy, runPages } from "../../../features/reports/report-queries";
import { ReportSearch } from "../../../features/reports/reports-search";
import { RunList } from "../../../features/reports/run-list";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { useStableDenial } from "../../../forms/stable-denial";
import { LoadingIndicator } from "../../../ui/feedback/loading";
import { useSearchEntry } from "../../../ui/table/list-search";
import { t } from "../../../words/made/reports";

const loadSettings = () => import("../../../features/reports/form/report-editor");
const SignRunDialog = lazy(async () => ({
	default: (await import("../../../features/reports/sign-run-dialog")).SignRunDialog,
}));
const ReportSettings = lazy(async () => ({ default: (await loadSettings()).ReportSettings }));

const progressEveryMs = 3_000;

const tabOf = ({ tab }: ReportSearch) => (tab === "runs" ? "runs" : "settings");

export const Route = createFileRoute("/_authenticated/reports/edit/$reportId")({
	validateSearch: ReportSearch,
	staticData: { title: "editReport" },
	loaderDeps: ({ search: { tab } }) => ({ tab }),
	loader: async ({ params: { reportId }, deps, preload }) => {
		const report = reportBy(reportId);
		const isOfRuns = tabOf(deps) === "runs";
		const code = isOfRuns ? undefined : loadSettings();
		const start = () => [
			...[warm(report), warm(contactList()), warm(contactGroupList()), warm(deviceList()), warm(groupList())],
			...(isOfRuns ? [warmPages(runPages(reportId))] : [warm(companyRecord())]),
		];
		await loadScreenFor("viewFleet", start, { preload });
		leaveIfMissing(report);
		await code;
		return { title: queryClient.getQueryData(report.queryKey)?.name };
	},
	notFoundComponent: () => <ThingNotFound thing="report" />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeReports">
			<EditReportPage />
		</RoleGate>
	),
});

function EditReportPage() {
	const { reportId } = Route.useParams();
	const search = Route.useSearch();
	const { me, timeZone } = useAccount();
	const [report, contacts, contactGroups, devices, groups] = useSuspenseQueries({
		queries: [reportBy(reportId), contactList(), contactGroupList(), deviceList(), groupList()],
	});
	const tab = hasDefinition(report.data) ? tabOf(search) : "settings";
	const denial = useStableDenial(reportDenial(me));
	const { type } = report.data;
	const elsewhere = type === "assessment" ? t("report.ofAlert") : type === "mappingStudy" ? t("report.ofStudy") : null;
	const ownDenial = denial ?? (hasDefinition(report.data) ? null : t("report.locked"));
	const readOnly = ownDenial ?? elsewhere;
	return (
		<ReportPage key={reportId} report={report.data} tab={tab} denial={ownDenial}>
			{tab === "runs" ? (
				<Runs report={report.data} me={me} denial={denial} />
			) : readOnly !== null ? (
				<ReportDetail report={report.data} contacts={contacts.data} denial={readOnly} />
			) : (
				<Suspense fallback={<LoadingIndicator />}>
					<ReportSettings
						report={report.data}
						contacts={contacts.data}
						contactGroups={contactGroups.data}
						devices={devices.data}
						groups={groups.data}
						isScoped={me.scope !== "all"}
						isAuditor={me.scope === "all" && can(me.role, "viewAudit")}
						accountZone={timeZone}
					/>
				</Suspense>
			)}
		</ReportPage>
	);
}

type RunsProps = { report: Report; me: CurrentAccount["me"]; denial: string | null };

function Runs({ report, me, denial }: RunsProps) {
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const openRunId = namedRun(Route.useSearch());
	const refreshEvery = useRefreshInterval();
	const pages = useSuspenseInfiniteQuery({
		...runPages(report.id),
		refetchInterval: ({ state }) =>
			refreshEvery !== false && hasRunUnderWay(state.data?.pages) ? progressEveryMs : refreshEvery,
	});
	const listed = pages.data.pages.flatMap(({ runs }) => runs);
	const isListed = openRunId === null || listed.some(({ id }) => id === openRunId);
	const opened = useQuery({ ...runBy(openRunId ?? ""), enabled: !isListed });
	const named = !isListed && opened.data?.reportId === report.id ? [opened.data] : [];
	const signDenial = can(me.role, "signReports") ? null : denialOf("signReports", "signReports");
	return (
		<RunList
			report={report}
			runs={[...named, ...listed]}
			hidden={pages.data.pages.at(-1)?.hidden ?? 0}
			editDenial={denial}
			openRunId={openRunId}
			onOpen={(run) =>
				void navigate({ search: (before) => ({ ...before, run: run ?? undefined }), ...entryOf({ run: undefined }) })
			}
			onOlder={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
			isLoadingOlder={pages.isFetchingNextPage}
			signing={{
				denial: signDenial,
				dialog: (run, file, onClose) => (
					<Suspense>
						<SignRunDialog run={run} file={file} me={me} onClose={onClose} />
					</Suspense>
				),
			}}
		/>
	);
}
