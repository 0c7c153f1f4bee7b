import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { contactList, deviceList, groupList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { RoleGate } from "../../../features/shell/role-gate";
import { NotAvailable } from "../../../ui/feedback/not-available";

export const Route = createFileRoute("/_authenticated/reports/new/")({
	staticData: { title: "New Report" },
	loader: (context) =>
		loadScreenFor("viewFleet", () => [warm(deviceList()), warm(groupList()), warm(contactList())], context),
	component: () => (
		<RoleGate capability="viewFleet" things="reports">
			<NewReportPage />
		</RoleGate>
	),
});

function NewReportPage() {
	const [devices, groups, contacts] = useSuspenseQueries({ queries: [deviceList(), groupList(), contactList()] });
	return (
		<NotAvailable
			title="New report"
			text="Reports cannot be created here yet. A new report would cover your devices or groups of them, and go to your contacts."
			counts={[
				{ noun: "device", count: devices.data.length },
				{ noun: "group", count: groups.data.length },
				{ noun: "contact", count: contacts.data.length },
			]}
			list={{ to: "/reports/", title: "All reports" }}
		/>
	);
}
