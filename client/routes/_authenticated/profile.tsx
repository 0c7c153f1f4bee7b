import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../shared/account/permissions";
import { useAccount } from "../../api/account";
import { passkeysQuery, profileQuery } from "../../api/auth-call";
import { loadAuthConfig } from "../../api/auth-config";
import { rosterList } from "../../api/later-queries";
import { warm } from "../../api/query-client";
import { loadScreen, mayBe } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import { CompanyCard } from "../../features/membership/leave-account";
import { DutyCalendarCard } from "../../features/profile/duty-calendar";
import { ProfileScreen } from "../../features/profile/profile-screen";
import { OwnDuty } from "../../forms/duty-of";

const sessionList = () => trpc.session.getSessions.queryOptions();

export const Route = createFileRoute("/_authenticated/profile")({
	staticData: { title: "profile" },
	loader: (context) => {
		// Not awaited: the form loads the password rules itself if needed.
		void loadAuthConfig();
		const rosters = mayBe("viewContacts") ? [warm(rosterList())] : [];
		return loadScreen([warm(sessionList()), warm(profileQuery()), warm(passkeysQuery()), ...rosters], context);
	},
	component: ProfilePage,
});

function ProfilePage() {
	const account = useAccount();
	return (
		<ProfileScreen sessions={useSuspenseQuery(sessionList()).data}>
			{can(account.me.role, "viewContacts") && (
				<OwnDuty>
					<DutyCalendarCard />
				</OwnDuty>
			)}
			<CompanyCard account={account} />
		</ProfileScreen>
	);
}
