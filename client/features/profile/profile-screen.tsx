import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { UserSession } from "../../../shared/account";
import { profileQuery, refusalOf } from "../../api/auth-call";
import { ButtonRow } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { DisplayCard } from "./display-card";
import { IdentityCard } from "./identity-card";
import { PasswordCard } from "./password-card";
import classes from "./profile.module.css";
import { SecondStepCard } from "./second-step-card";
import { SessionsCard } from "./sessions-card";

export function ProfileScreen({ sessions }: { sessions: UserSession[] }) {
	return (
		<>
			<PageHead title="My profile" subtitle="How you sign in, and where you are signed in." />
			<div className={classes.columns}>
				<div className={classes.column}>
					<SignInCards />
				</div>
				<div className={classes.column}>
					<SessionsCard sessions={sessions} />
					<DisplayCard />
				</div>
			</div>
		</>
	);
}

/** What the sign-in service keeps. The rest of the screen stands without it. */
function SignInCards() {
	// What the loader has just fetched is not asked again.
	const {
		data: profile,
		error,
		isFetching,
		refetch,
	} = useQuery({
		...profileQuery(),
		retryOnMount: false,
		staleTime: 1_000,
	});
	if (profile) {
		return (
			<>
				<IdentityCard profile={profile} />
				<PasswordCard email={profile.email} />
				<SecondStepCard profile={profile} />
			</>
		);
	}
	if (error === null) return <Skeleton height={320} aria-label="Loading..." role="status" />;
	return (
		<Card title="Sign-in">
			<div className={classes.form}>
				<p role="alert" className={classes.lead}>
					{refusalOf(error)?.isOutage === false
						? refusalOf(error)?.shown
						: "The sign-in service is unavailable, so your name, password and second step cannot be shown just now."}
				</p>
				<ButtonRow>
					<Button variant="default" loading={isFetching} onClick={() => refetch()}>
						Try again
					</Button>
				</ButtonRow>
			</div>
		</Card>
	);
}
