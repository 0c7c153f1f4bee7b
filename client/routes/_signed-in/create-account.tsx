import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { profileQuery } from "../../api/auth-call";
import { loadAuthConfig } from "../../api/auth-config";
import { queryClient, warm } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { AccountLinks } from "../../features/membership/account-links";
import { formerText } from "../../features/membership/former-membership";
import { CreateAccountForm, Invitations } from "../../features/membership/join-account";
import classes from "../../features/membership/membership.module.css";
import { MembershipCard } from "../../features/membership/membership-card";
import { VerifyEmail } from "../../features/profile/verify-email";
import { t } from "../../words/made/joining";

const formerMembership = () => trpc.account.getFormerMembership.queryOptions();
const membershipList = () => trpc.account.getMemberships.queryOptions();
const invitationList = () => trpc.account.getInvitations.queryOptions();

export const Route = createFileRoute("/_signed-in/create-account")({
	staticData: { outerTitle: "createAccount" },
	loader: async () => {
		const wanted = [warm(invitationList()), warm(formerMembership()), warm(membershipList()), warm(profileQuery())];
		await Promise.all([loadAuthConfig(), ...wanted]);
	},
	component: CreateAccountPage,
});

function CreateAccountPage() {
	const { email } = Route.useRouteContext();
	const { data: invitations = [], refetch, isError } = useQuery(invitationList());
	const { data: former = null } = useQuery(formerMembership());
	const { data: memberships = [] } = useQuery(membershipList());
	const open = memberships.filter(({ state }) => state === "open");
	const isInvited = invitations.length > 0;
	if (open.length > 0) {
		return (
			<MembershipCard title={t("has.title")} text={t("has.text")} email={email}>
				<AccountLinks memberships={open} />
				{isInvited && <Invitations invitations={invitations} onGone={refetch} />}
			</MembershipCard>
		);
	}
	return (
		<MembershipCard
			title={isInvited ? t("invited") : former?.how === "removed" ? t("removed") : t("create")}
			text={former !== null && !isInvited ? formerText(former) : isInvited ? t("invited.text") : t("none.text")}
			email={email}
		>
			{isInvited && <Invitations invitations={invitations} onGone={refetch} />}
			{isError && <p role="status">{t("invited.unknown")}</p>}
			<UnverifiedEmail />
			{isInvited ? (
				<section className={classes.own} aria-labelledby="own-account">
					<h2 id="own-account">{t("create.own")}</h2>
					<CreateAccountForm />
				</section>
			) : (
				<CreateAccountForm autoFocus={former === null} />
			)}
		</MembershipCard>
	);
}

/** Invitations need a verified address. */
function UnverifiedEmail() {
	const { data: profile } = useQuery({ ...profileQuery(), retryOnMount: false });
	if (!profile || profile.isEmailVerified) return null;
	return (
		<section className={classes.unverified} aria-label={t("verify")}>
			<VerifyEmail
				email={profile.email}
				note={t("verify.text")}
				sentCount={0}
				onVerified={async (kept) => {
					queryClient.setQueryData(profileQuery().queryKey, kept);
					await queryClient.invalidateQueries(invitationList());
				}}
			/>
		</section>
	);
}
