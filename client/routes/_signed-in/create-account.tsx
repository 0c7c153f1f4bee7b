import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { CreateAccountForm } from "../../features/membership/create-account-form";
import { MembershipCard } from "../../features/membership/membership-card";

export const Route = createFileRoute("/_signed-in/create-account")({
	staticData: { title: "Create an account" },
	loader: loadAuthConfig,
	component: CreateAccountPage,
});

function CreateAccountPage() {
	const { email } = Route.useRouteContext();
	return (
		<MembershipCard
			title="Create an account"
			text="You are signed in, but you belong to no account yet. Create one for your company, or ask a colleague to invite you to theirs."
			email={email}
		>
			<CreateAccountForm />
		</MembershipCard>
	);
}
