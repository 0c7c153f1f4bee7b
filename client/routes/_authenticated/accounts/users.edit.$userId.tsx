import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { groupList, userList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { RouteNotFound } from "../../../features/shell/error-screens";
import { RoleGate } from "../../../features/shell/role-gate";
import { UserDetail } from "../../../features/users/user-detail";

export const Route = createFileRoute("/_authenticated/accounts/users/edit/$userId")({
	staticData: { title: "Edit User" },
	loader: async ({ params, preload }) => {
		await loadScreenFor("viewUsers", () => [warm(userList()), warm(groupList())], { preload });
		const users = queryClient.getQueryData(userList().queryKey);
		const user = users?.find(({ id }) => id === params.userId);
		if (users && !user) throw notFound();
		return { title: user?.name };
	},
	notFoundComponent: RouteNotFound,
	component: () => (
		<RoleGate capability="viewUsers" things="users">
			<EditUserPage />
		</RoleGate>
	),
});

function EditUserPage() {
	const { userId } = Route.useParams();
	const { me } = useAccount();
	const [users, groups] = useSuspenseQueries({ queries: [userList(), groupList()] });
	const user = users.data.find(({ id }) => id === userId);
	if (!user) return <RouteNotFound />;
	return <UserDetail user={user} isMe={user.id === me.id} groups={groups.data} />;
}
