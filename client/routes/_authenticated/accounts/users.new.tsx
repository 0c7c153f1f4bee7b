import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { loadAuthConfig, useAuthConfig } from "../../../api/auth-config";
import { groupList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { RoleGate } from "../../../features/shell/role-gate";
import { InviteForm } from "../../../features/users/invite-form";

export const Route = createFileRoute("/_authenticated/accounts/users/new")({
	staticData: { title: "newUser" },
	loader: (context) => {
		void loadAuthConfig();
		return loadScreenFor("editUsers", () => [warm(groupList())], context);
	},
	component: () => (
		<RoleGate capability="editUsers" act="seeUsers">
			<NewUserPage />
		</RoleGate>
	),
});

function NewUserPage() {
	const { data: groups } = useSuspenseQuery(groupList());
	const isSignUpOpen = useAuthConfig()?.isSignUpOpen !== false;
	return <InviteForm account={useAccount()} groups={groups} isSignUpOpen={isSignUpOpen} />;
}
