import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { deviceList } from "../../../api/device-list";
import { rosterList } from "../../../api/later-queries";
import { alertBy, contactGroupList, contactList, groupList, plannedMutesOf } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../../api/screen-loader";
import { AlertDetail } from "../../../features/alerts/alert-detail";
import { alertDenial } from "../../../features/alerts/alert-labels";
import { AlertPage } from "../../../features/alerts/alert-page";
import { Rehearsal } from "../../../features/alerts/rehearsal";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { useStableDenial } from "../../../forms/stable-denial";

export const Route = createFileRoute("/_authenticated/alerts/edit/$alertId")({
	staticData: { title: "editAlert" },
	loader: async ({ params, preload }) => {
		const alert = alertBy(params.alertId);
		const start = () => [
			...[warm(alert), warm(contactList()), warm(contactGroupList()), warm(deviceList()), warm(groupList())],
			warm(rosterList()),
			warm(plannedMutesOf({ alertId: params.alertId })),
		];
		await loadScreenFor("viewFleet", start, { preload });
		leaveIfMissing(alert);
		return { title: queryClient.getQueryData(alert.queryKey)?.name };
	},
	notFoundComponent: () => <ThingNotFound thing="alert" />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeAlerts">
			<EditAlertPage />
		</RoleGate>
	),
});

function EditAlertPage() {
	const { alertId } = Route.useParams();
	const { me } = useAccount();
	const [alert, contacts, contactGroups, devices, groups, rosters] = useSuspenseQueries({
		queries: [alertBy(alertId), contactList(), contactGroupList(), deviceList(), groupList(), rosterList()],
	});
	const things = { contacts: contacts.data, devices: devices.data, groups: groups.data };
	const denial = useStableDenial(alertDenial(me, alert.data));
	if (denial !== null) return <AlertDetail alert={alert.data} {...things} denial={denial} />;
	return (
		<AlertPage
			key={alertId}
			alert={alert.data}
			contactGroups={contactGroups.data}
			rosters={rosters.data}
			{...things}
			isScoped={me.scope !== "all"}
			canAddContacts={me.scope === "all" && can(me.role, "editContacts")}
			rehearsal={(draft) => <Rehearsal draft={draft} />}
		/>
	);
}
