import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { namedAccount } from "../../api/named-account";
import { warm } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { AccountLinks } from "../../features/membership/account-links";
import { Invitations } from "../../features/membership/join-account";
import { lostAccountText } from "../../features/membership/lost-account";
import { MembershipCard } from "../../features/membership/membership-card";
import { ButtonLink } from "../../ui/layout/link";
import { t } from "../../words/made/joining";

const invitationList = () => trpc.account.getInvitations.queryOptions();
const formerMembership = () => trpc.account.getFormerMembership.queryOptions();
const membershipList = () => trpc.account.getMemberships.queryOptions();

export const Route = createFileRoute("/_signed-in/no-access")({
	staticData: { outerTitle: "noAccess" },
	loader: async () => {
		await Promise.all([loadAuthConfig(), warm(invitationList()), warm(formerMembership()), warm(membershipList())]);
	},
	component: NoAccessPage,
});

function NoAccessPage() {
	const { email } = Route.useRouteContext();
	const { data: invitations = [], refetch } = useQuery(invitationList());
	const { data: former = null } = useQuery(formerMembership());
	const { data: memberships = [] } = useQuery(membershipList());
	const named = namedAccount();
	const open = memberships.filter(({ accountId, state }) => accountId !== named && state === "open");
	return (
		<MembershipCard {...lostAccountText({ named, memberships, former })} email={email}>
			{open.length > 0 && <AccountLinks memberships={open} />}
			{invitations.length > 0 && <Invitations invitations={invitations} onGone={refetch} />}
			<ButtonLink to="/dashboard" mt={18}>
				{t("checkAgain")}
			</ButtonLink>
		</MembershipCard>
	);
}
