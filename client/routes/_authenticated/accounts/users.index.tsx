import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { savedViews, userList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { RoleGate } from "../../../features/shell/role-gate";
import { UserList } from "../../../features/users/user-list";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";
import { t } from "../../../words/made/first-screen";

export const Route = createFileRoute("/_authenticated/accounts/users/")({
	validateSearch: ListSearch,
	staticData: { title: "users" },
	loader: (context) => loadScreenFor("viewUsers", () => [warm(userList()), warm(savedViews())], context),
	pendingComponent: () => <ListPending title={t("title.users")} />,
	component: () => (
		<RoleGate capability="viewUsers" act="seeUsers">
			<UsersPage />
		</RoleGate>
	),
});

function UsersPage() {
	const { data } = useSuspenseQuery(userList());
	return <UserList rows={data} account={useAccount()} />;
}
