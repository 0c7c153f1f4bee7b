import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { accountRecord, loadAccount } from "../../api/account";
import { denialOf, profileQuery } from "../../api/auth-call";
import { loadAuthConfig } from "../../api/auth-config";
import { MembershipCard } from "../../features/membership/membership-card";
import { RequiredSecondStep } from "../../features/profile/required-second-step";
import { LoadingIndicator } from "../../ui/feedback/loading";
import { t } from "../../words/made/joining";

export const Route = createFileRoute("/_signed-in/second-step-required")({
	staticData: { outerTitle: "secondStepRequired" },
	loader: async () => {
		await Promise.all([loadAuthConfig(), loadAccount()]);
	},
	component: SecondStepRequiredPage,
});

/** Refetches the profile: a second step that the account did not know of lets the user in. */
function SecondStepRequiredPage() {
	const { email } = Route.useRouteContext();
	const router = useRouter();
	const { data: account } = useQuery(accountRecord());
	const { data: profile, error, isFetching, refetch } = useQuery({ ...profileQuery(), staleTime: 0 });
	const company = account?.companyName ?? t("secondStep.yourCompany");
	const goOn = () => void router.navigate({ to: "/dashboard" });
	return (
		<MembershipCard title={t("secondStep.title")} text={t("secondStep.text", { company })} email={email}>
			{profile && !isFetching ? (
				<RequiredSecondStep profile={profile} onDone={goOn} />
			) : error === null || isFetching ? (
				<LoadingIndicator />
			) : (
				<>
					<p role="alert">{denialOf(error)?.shown ?? t("secondStep.unavailable")}</p>
					<Button variant="default" mt={18} onClick={() => void refetch()}>
						{t("tryAgain")}
					</Button>
				</>
			)}
		</MembershipCard>
	);
}
