import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { contactList, deviceList, groupList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { AlertDetail } from "../../../features/alerts/alert-detail";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";

const alertBy = (alertId: string) => trpc.alert.getAlert.queryOptions({ alertId });

export const Route = createFileRoute("/_authenticated/alerts/edit/$alertId")({
	staticData: { title: "Edit Alert" },
	loader: async ({ params, preload }) => {
		const alert = alertBy(params.alertId);
		const start = () => [warm(alert), warm(contactList()), warm(deviceList()), warm(groupList())];
		await loadScreenFor("viewFleet", start, { preload });
		leaveIfMissing(alert);
		return { title: queryClient.getQueryData(alert.queryKey)?.name };
	},
	notFoundComponent: () => <ThingNotFound thing="alert" />,
	component: () => (
		<RoleGate capability="viewFleet" things="alerts">
			<EditAlertPage />
		</RoleGate>
	),
});

function EditAlertPage() {
	const { alertId } = Route.useParams();
	const [alert, contacts, devices, groups] = useSuspenseQueries({
		queries: [alertBy(alertId), contactList(), deviceList(), groupList()],
	});
	return <AlertDetail alert={alert.data} contacts={contacts.data} devices={devices.data} groups={groups.data} />;
}
