import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { dutyCalendarFile } from "../../../shared/duty/duty-calendar";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { ConfirmDialog, useRun } from "../../forms/action-dialog";
import { ButtonRow, FormFailure } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/duty";
import classes from "./profile.module.css";

/** The address is shown once, as it lets its holder read the turns. */
export function DutyCalendarCard() {
	const queryClient = useQueryClient();
	const { data, error: loadError } = useQuery(trpc.contact.getCalendar.queryOptions());
	const getting = useRun();
	const [url, setUrl] = useState<string | null>(null);
	const [isAsking, setIsAsking] = useState<"renew" | "end" | null>(null);
	const refresh = () => queryClient.invalidateQueries(trpc.contact.getCalendar.queryFilter());
	const renew = async () => {
		const { token } = await trpcClient.contact.renewCalendar.mutate();
		setUrl(`${window.location.origin}${dutyCalendarFile(token)}`);
		await refresh();
	};
	const end = async () => {
		await trpcClient.contact.endCalendar.mutate();
		setUrl(null);
		await refresh();
		toast.success(t("calendarFile.ended"));
	};
	const failure = getting.error ?? (data === undefined ? loadError : null);
	if (data === undefined && failure === null) return null;
	const time = (at: Date) => <TimeStamp at={at.getTime()} isFocusable />;
	return (
		<Card title={t("calendarFile")}>
			<div className={classes.form}>
				<p className={classes.lead}>{t("calendarFile.help")}</p>
				{url !== null && <Snippet title={t("calendarFile.address")} text={url} />}
				{url === null && data && (
					<p className={classes.lead}>
						{data.lastUsedAt === null
							? rich("calendarFile.unused", { time: time(data.createdAt) })
							: rich("calendarFile.used", { time: time(data.createdAt), last: time(data.lastUsedAt) })}
					</p>
				)}
				{failure !== null && <FormFailure failure={sentenceFor(failure)} />}
				{data !== undefined && (
					<ButtonRow>
						{data !== null && (
							<GuardedButton denial={null} onClick={() => setIsAsking("end")}>
								{t("calendarFile.end")}
							</GuardedButton>
						)}
						<GuardedButton
							denial={null}
							isLoading={getting.isBusy}
							onClick={() => (data === null ? void getting.run(renew) : setIsAsking("renew"))}
						>
							{data === null ? t("calendarFile.get") : t("calendarFile.renew")}
						</GuardedButton>
					</ButtonRow>
				)}
			</div>
			{isAsking !== null && (
				<ConfirmDialog
					size={440}
					title={isAsking === "renew" ? t("calendarFile.renew") : t("calendarFile.end")}
					label={isAsking === "renew" ? t("calendarFile.renew") : t("calendarFile.end")}
					run={isAsking === "renew" ? renew : end}
					onClose={() => setIsAsking(null)}
				>
					<p>{isAsking === "renew" ? t("calendarFile.renew.lead") : t("calendarFile.end.lead")}</p>
				</ConfirmDialog>
			)}
		</Card>
	);
}
