import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { warm } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { askingText } from "../../features/membership/former-membership";
import { Invitations } from "../../features/membership/join-account";
import { MembershipCard } from "../../features/membership/membership-card";
import { ButtonLink } from "../../ui/layout/link";

const invitationList = () => trpc.account.getInvitations.queryOptions();
const formerMembership = () => trpc.account.getFormerMembership.queryOptions();

export const Route = createFileRoute("/_signed-in/no-access")({
	staticData: { title: "No access" },
	loader: async () => {
		await Promise.all([loadAuthConfig(), warm(invitationList()), warm(formerMembership())]);
	},
	component: NoAccessPage,
});

function NoAccessPage() {
	const { email } = Route.useRouteContext();
	const { data: invitations = [], refetch } = useQuery(invitationList());
	const { data: former = null } = useQuery(formerMembership());
	return (
		<MembershipCard
			title="You no longer have access"
			text={
				former === null
					? "An owner or admin has removed or disabled you in this account. If that is a mistake, ask them to invite you again: you keep the same sign-in."
					: `You are disabled at ${former.companyName}. ${askingText(former, "to enable you")}: you keep the same sign-in.`
			}
			email={email}
		>
			{invitations.length > 0 && <Invitations invitations={invitations} onGone={refetch} />}
			<ButtonLink to="/dashboard" mt={18}>
				Check again
			</ButtonLink>
		</MembershipCard>
	);
}
