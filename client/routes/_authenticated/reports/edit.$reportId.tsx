import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { contactList, deviceList, groupList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { ReportDetail } from "../../../features/reports/report-detail";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";

const reportBy = (reportId: string) => trpc.report.getReport.queryOptions({ reportId });

export const Route = createFileRoute("/_authenticated/reports/edit/$reportId")({
	staticData: { title: "Edit Report" },
	loader: async ({ params, preload }) => {
		const report = reportBy(params.reportId);
		const start = () => [warm(report), warm(contactList()), warm(deviceList()), warm(groupList())];
		await loadScreenFor("viewFleet", start, { preload });
		leaveIfMissing(report);
		return { title: queryClient.getQueryData(report.queryKey)?.name };
	},
	notFoundComponent: () => <ThingNotFound thing="report" />,
	component: () => (
		<RoleGate capability="viewFleet" things="reports">
			<EditReportPage />
		</RoleGate>
	),
});

function EditReportPage() {
	const { reportId } = Route.useParams();
	const [report, contacts] = useSuspenseQueries({ queries: [reportBy(reportId), contactList()] });
	return <ReportDetail report={report.data} contacts={contacts.data} />;
}
