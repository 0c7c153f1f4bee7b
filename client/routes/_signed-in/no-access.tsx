import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { MembershipCard } from "../../features/membership/membership-card";
import { ButtonLink } from "../../ui/layout/link";

export const Route = createFileRoute("/_signed-in/no-access")({
	staticData: { title: "No access" },
	loader: loadAuthConfig,
	component: NoAccessPage,
});

function NoAccessPage() {
	const { email } = Route.useRouteContext();
	return (
		<MembershipCard
			title="You no longer have access"
			text="An owner or admin has removed or disabled you in this account. If that is a mistake, ask them to invite you again: you keep the same sign-in."
			email={email}
		>
			<ButtonLink to="/dashboard" mt={18}>
				Check again
			</ButtonLink>
		</MembershipCard>
	);
}
