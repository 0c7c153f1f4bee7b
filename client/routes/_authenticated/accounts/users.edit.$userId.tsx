import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import type { User } from "../../../../shared/account/account";
import { useAccount } from "../../../api/account";
import { groupList, userList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { UserEditor } from "../../../features/users/user-editor";
import { isBeingMailed } from "../../../features/users/user-labels";

export const Route = createFileRoute("/_authenticated/accounts/users/edit/$userId")({
	staticData: { title: "editUser" },
	loader: async ({ params, preload }) => {
		await loadScreenFor("viewUsers", () => [warm(userList()), warm(groupList())], { preload });
		const users = queryClient.getQueryData(userList().queryKey);
		const user = users?.find(({ id }) => id === params.userId);
		if (users && !user) throw notFound();
		return { title: user && (user.name || user.email) };
	},
	notFoundComponent: () => <ThingNotFound thing="user" />,
	component: () => (
		<RoleGate capability="viewUsers" act="seeUsers">
			<EditUserPage />
		</RoleGate>
	),
});

const mailedEveryMs = 2_000;

/** Polls until the mail's state is known: no invalidation reports it. */
function whileMailed(userId: string) {
	return ({ state }: { state: { data?: User[] | undefined } }) =>
		state.data?.some((user) => user.id === userId && isBeingMailed(user)) ? mailedEveryMs : false;
}

function EditUserPage() {
	const { userId } = Route.useParams();
	const account = useAccount();
	const [users, groups] = useSuspenseQueries({
		queries: [{ ...userList(), refetchInterval: whileMailed(userId) }, groupList()],
	});
	const user = users.data.find(({ id }) => id === userId);
	if (!user) return <ThingNotFound thing="user" />;
	return <UserEditor key={userId} user={user} users={users.data} account={account} groups={groups.data} />;
}
