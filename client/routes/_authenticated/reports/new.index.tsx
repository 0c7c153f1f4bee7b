import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { deviceList } from "../../../api/device-list";
import { companyRecord, contactGroupList, contactList, groupList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { beginReport } from "../../../features/reports/form/begin-report";
import { NewReport } from "../../../features/reports/form/report-editor";
import { reportDenial } from "../../../features/reports/report-labels";
import { NewReportSearch } from "../../../features/reports/reports-search";
import { RoleGate } from "../../../features/shell/role-gate";
import { useStableDenial } from "../../../forms/stable-denial";
import { CenteredMessage } from "../../../ui/feedback/notes";
import { ButtonLink } from "../../../ui/layout/link";
import { t as inReports } from "../../../words/made/reports";
import { t } from "../../../words/made/shell";

export const Route = createFileRoute("/_authenticated/reports/new/")({
	validateSearch: NewReportSearch,
	staticData: { title: "newReport" },
	loader: (context) => {
		const lists = () => [warm(deviceList()), warm(groupList()), warm(contactList()), warm(contactGroupList())];
		const start = () => [...lists(), warm(companyRecord())];
		return loadScreenFor("viewFleet", start, context);
	},
	component: () => (
		<RoleGate capability="viewFleet" act="seeReports">
			<NewReportPage />
		</RoleGate>
	),
});

function NewReportPage() {
	const search = Route.useSearch();
	const { me, timeZone, language } = useAccount();
	const [devices, groups, contacts, contactGroups] = useSuspenseQueries({
		queries: [deviceList(), groupList(), contactList(), contactGroupList()],
	});
	const denial = useStableDenial(reportDenial(me));
	if (denial !== null) {
		return (
			<CenteredMessage title={inReports("report.new")} text={denial}>
				<ButtonLink to="/reports/">{t("missing.allReports")}</ButtonLink>
			</CenteredMessage>
		);
	}
	const isScoped = me.scope !== "all";
	return (
		<NewReport
			key={JSON.stringify(search)}
			initialValues={beginReport(search, { accountZone: timeZone, isScoped, language })}
			hasTemplates={Object.values(search).every((value) => value === undefined)}
			devices={devices.data}
			groups={groups.data}
			contacts={contacts.data}
			contactGroups={contactGroups.data}
			isScoped={isScoped}
			isAuditor={!isScoped && can(me.role, "viewAudit")}
			accountZone={timeZone}
		/>
	);
}
