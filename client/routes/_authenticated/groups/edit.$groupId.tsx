import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { deviceFacts } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadGroup, useGroupScreen } from "../../../features/groups/group-calls";
import { GroupDetail } from "../../../features/groups/group-detail";
import { GroupEditor } from "../../../features/groups/group-editor";
import { groupDenial } from "../../../features/groups/group-labels";
import { valuesOf } from "../../../features/groups/group-values";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { useStableDenial } from "../../../forms/stable-denial";

export const Route = createFileRoute("/_authenticated/groups/edit/$groupId")({
	staticData: { title: "editGroup" },
	loader: ({ params: { groupId }, preload }) => loadGroup({ groupId, preload, also: () => [warm(deviceFacts())] }),
	notFoundComponent: () => <ThingNotFound thing="group" />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeGroups">
			<EditGroupPage />
		</RoleGate>
	),
});

function EditGroupPage() {
	const { groupId } = Route.useParams();
	const { me } = useAccount();
	const screen = useGroupScreen(groupId);
	const denial = useStableDenial(groupDenial(me));
	if (denial !== null) return <GroupDetail {...screen} denial={denial} />;
	return <GroupEditor key={groupId} title={screen.group.name} initialValues={valuesOf(screen.group)} {...screen} />;
}
