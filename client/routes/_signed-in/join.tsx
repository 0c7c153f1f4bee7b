import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { InvitationTarget, type OpenedInvitation } from "../../../shared/account/account";
import { sentenceFor } from "../../api/api-error";
import { loadAuthConfig } from "../../api/auth-config";
import { warm } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { searchTexts } from "../../base/search-text";
import { Invitations } from "../../features/membership/join-account";
import { MembershipCard } from "../../features/membership/membership-card";
import { InvitationWay, invitationText } from "../../features/membership/opened-invitation";
import { t } from "../../words/made/joining";

const JoinSearch = searchTexts(["invitation", "email"]);

const opened = (target: InvitationTarget) => trpc.account.getInvitation.queryOptions(target);
const membershipList = () => trpc.account.getMemberships.queryOptions();

export const Route = createFileRoute("/_signed-in/join")({
	validateSearch: JoinSearch,
	staticData: { outerTitle: "join" },
	loaderDeps: ({ search: { invitation } }) => ({ invitation }),
	loader: async ({ deps }) => {
		const target = targetFrom(deps);
		await Promise.all([loadAuthConfig(), warm(membershipList()), ...(target ? [warm(opened(target))] : [])]);
	},
	component: JoinPage,
});

function targetFrom({ invitation }: { invitation?: string | undefined }): InvitationTarget | null {
	return InvitationTarget.safeParse({ invitationId: invitation }).data ?? null;
}

function JoinPage() {
	const { email } = Route.useRouteContext();
	const target = targetFrom(Route.useSearch());
	if (target === null) return <Opened opened={{ state: "unknown" }} email={email} />;
	return <Found target={target} email={email} />;
}

type Shown = { email: string | null };

function Found({ target, email }: Shown & { target: InvitationTarget }) {
	const { data, error, refetch } = useQuery(opened(target));
	if (data?.state === "open") {
		const { invitation } = data;
		return (
			<MembershipCard title={t("invited")} text={t("join.text")} email={email}>
				<Invitations invitations={[invitation]} onGone={refetch} />
			</MembershipCard>
		);
	}
	if (data) return <Opened opened={data} email={email} />;
	const text = error ? sentenceFor(error) : t("loading");
	return <MembershipCard title={t("join.pending")} text={<span role="status">{text}</span>} email={email} />;
}

function Opened({ opened, email }: Shown & { opened: Exclude<OpenedInvitation, { state: "open" }> }) {
	const { data: memberships = [] } = useQuery(membershipList());
	const hasAccount = memberships.some(({ state }) => state === "open");
	const { title, text, ...way } = invitationText(opened, { hasAccount });
	return (
		<MembershipCard title={title} text={text} email={email}>
			<InvitationWay {...way} />
		</MembershipCard>
	);
}
