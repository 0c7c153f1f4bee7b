import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { groupList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { RoleGate } from "../../../features/shell/role-gate";
import { NotAvailable } from "../../../ui/feedback/not-available";

export const Route = createFileRoute("/_authenticated/accounts/users/new")({
	staticData: { title: "Create New User" },
	loader: (context) => loadScreenFor("viewUsers", () => [warm(groupList())], context),
	component: () => (
		<RoleGate capability="viewUsers" things="users">
			<NewUserPage />
		</RoleGate>
	),
});

function NewUserPage() {
	const { data: groups } = useSuspenseQuery(groupList());
	return (
		<NotAvailable
			title="Create New User"
			text="Users cannot be created here yet. A new user would see all of your groups, or some of them."
			counts={[{ noun: "group", count: groups.length }]}
			list={{ to: "/accounts/users/", title: "All users" }}
		/>
	);
}
