import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { toast } from "sonner";
import type { UserSession } from "../../../shared/account/account";
import { type SessionLimitName, sessionLimitNames } from "../../../shared/session/session-limits";
import { useAccount } from "../../api/account";
import { signOut } from "../../api/auth-call";
import { ownAuthApi } from "../../api/own-auth-api";
import { trpc, trpcClient } from "../../api/trpc";
import { browserText } from "../../entities/browser-label";
import { toastFailure } from "../../forms/toast-failure";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow, PlainButton, SmallButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import { Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/profile";
import classes from "./profile.module.css";

export function SessionsCard({ sessions }: { sessions: UserSession[] }) {
	const queryClient = useQueryClient();
	const keep = (words: string) => (left: UserSession[]) => {
		queryClient.setQueryData(trpc.session.getSessions.queryKey(), left);
		toast.success(words);
	};
	const ending = useMutation(
		trpc.session.endSession.mutationOptions({ onSuccess: keep(t("theSessionHasEnded")), onError: toastFailure }),
	);
	const endingOthers = useMutation(
		trpc.session.endOtherSessions.mutationOptions({
			onSuccess: keep(t("everyOtherSessionHasEnded")),
			onError: toastFailure,
		}),
	);
	const ordered = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));

	return (
		<Card title={t("sessions")}>
			<Rows
				rows={ordered.map(({ id, browser, isSso, isCurrent, firstSeenAt, lastSeenAt }) => ({
					key: id,
					name: isSso ? t("session.bySso", { browser: browserText(browser) }) : browserText(browser),
					under: (
						<>
							{isCurrent
								? rich("session.since", { since: <TimeStamp at={firstSeenAt.getTime()} /> })
								: rich("session.lastUsed", {
										since: <TimeStamp at={firstSeenAt.getTime()} />,
										used: <TimeStamp at={lastSeenAt.getTime()} show="age" />,
									})}
						</>
					),
					end: isCurrent ? (
						<StatusChip tone="info">{t("thisDevice")}</StatusChip>
					) : (
						<SmallButton
							aria-label={t("signOutBrowser", { browser: browserText(browser) })}
							loading={ending.isPending && ending.variables.sessionId === id}
							onClick={() => ending.mutate({ sessionId: id })}
						>
							{t("signOut")}
						</SmallButton>
					),
				}))}
			/>
			<div className={classes.part}>
				<div className={classes.form}>
					<p className={classes.lead}>{t("sessions.help")}</p>
					<Limits />
					<ButtonRow>
						<PlainButton loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
							{t("signOutAllOthers")}
						</PlainButton>
						<SignOutEverywhere />
					</ButtonRow>
				</div>
			</div>
		</Card>
	);
}

const limitTexts: Record<SessionLimitName, (limit: number) => string> = {
	idleMinutes: (minutes) => t("sessions.idle", { minutes }),
	sessionHours: (hours) => t("sessions.hours", { hours }),
};

function Limits() {
	const { sessionLimits, ownSessionHours = null } = useAccount();
	return sessionLimitNames.map((name) => {
		const limit = name === "sessionHours" ? ownSessionHours : (sessionLimits?.[name] ?? null);
		return (
			limit !== null && (
				<p key={name} className={classes.lead}>
					{limitTexts[name](limit)}
				</p>
			)
		);
	});
}

function SignOutEverywhere() {
	const router = useRouter();
	const leaving = useMutation({
		mutationFn: () => signOutEverywhere(() => router.navigate({ to: "/login" })),
		onError: () => toast.error(t("youAreStillSignedInThe")),
	});
	return (
		<PlainButton loading={leaving.isPending} onClick={() => leaving.mutate()}>
			{t("signOutEverywhere")}
		</PlainButton>
	);
}

/** The account ends the other sessions at once, and the user pool stops renewing them. */
async function signOutEverywhere(leave: () => Promise<void>): Promise<void> {
	await trpcClient.session.endOtherSessions.mutate();
	await signOut(leave, ownAuthApi.signOutEverywhere);
	toast.dismiss();
}
