import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { deviceList } from "../../../api/device-list";
import { useRefreshInterval } from "../../../api/live";
import { groupList, savedViews } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { groupDenial } from "../../../features/groups/group-labels";
import { GroupList } from "../../../features/groups/group-list";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";
import { t } from "../../../words/made/lists";

export const Route = createFileRoute("/_authenticated/groups/")({
	validateSearch: ListSearch,
	staticData: { title: "groups" },
	loader: (context) =>
		loadScreenFor("viewFleet", () => [warm(groupList()), warm(deviceList()), warm(savedViews())], context),
	pendingComponent: () => <ListPending title={t("list.groups")} />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeGroups">
			<GroupsPage />
		</RoleGate>
	),
});

function GroupsPage() {
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const [groups, devices] = useSuspenseQueries({ queries: [groupList(), { ...deviceList(), refetchInterval }] });
	return <GroupList rows={groups.data} devices={devices.data} denial={groupDenial(me)} />;
}
