import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { queryClient, warm } from "../../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { GroupDetail } from "../../../features/groups/group-detail";
import { RoleGate } from "../../../features/shell/role-gate";
import { RouteNotFound } from "../../../features/shell/route-not-found";

const groupBy = (id: string) => trpc.group.getGroup.queryOptions({ id });
const deviceList = () => trpc.device.getDevices.queryOptions();

export const Route = createFileRoute("/_authenticated/groups/edit/$groupId")({
	staticData: { title: "Edit group" },
	loader: async ({ params, preload }) => {
		const group = groupBy(params.groupId);
		const start = () => [warm(group), warm(deviceList())];
		await loadScreenFor("viewFleet", start, { preload });
		leaveIfMissing(group);
		return { title: queryClient.getQueryData(group.queryKey)?.name };
	},
	notFoundComponent: RouteNotFound,
	component: () => (
		<RoleGate capability="viewFleet" things="groups">
			<EditGroupPage />
		</RoleGate>
	),
});

function EditGroupPage() {
	const { groupId } = Route.useParams();
	const [group, devices] = useSuspenseQueries({ queries: [groupBy(groupId), deviceList()] });
	return <GroupDetail group={group.data} devices={devices.data} />;
}
