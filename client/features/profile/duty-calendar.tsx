import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { dutyCalendarFile } from "../../../shared/duty/duty-calendar";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/duty";

/** The address is shown once, as it lets its holder read the turns. */
export function DutyCalendarCard() {
	const queryClient = useQueryClient();
	const { data } = useQuery(trpc.contact.getCalendar.queryOptions());
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
	if (data === undefined) return null;
	const time = (at: Date) => <TimeStamp at={at.getTime()} isFocusable />;
	return (
		<Card title={t("calendarFile")}>
			<p>{t("calendarFile.help")}</p>
			{url !== null && <Snippet title={t("calendarFile.address")} text={url} />}
			{url === null && data !== null && (
				<p>
					{data.lastUsedAt === null
						? rich("calendarFile.unused", { time: time(data.createdAt) })
						: rich("calendarFile.used", { time: time(data.createdAt), last: time(data.lastUsedAt) })}
				</p>
			)}
			<div style={{ display: "flex", gap: 8, flexWrap: "wrap" }}>
				<GuardedButton denial={null} onClick={() => (data === null ? void renew() : setIsAsking("renew"))}>
					{data === null ? t("calendarFile.get") : t("calendarFile.renew")}
				</GuardedButton>
				{data !== null && (
					<GuardedButton denial={null} onClick={() => setIsAsking("end")}>
						{t("calendarFile.end")}
					</GuardedButton>
				)}
			</div>
			{isAsking !== null && (
				<ActionDialog
					isQuestion
					size={440}
					title={isAsking === "renew" ? t("calendarFile.renew") : t("calendarFile.end")}
					label={isAsking === "renew" ? t("calendarFile.renew") : t("calendarFile.end")}
					run={isAsking === "renew" ? renew : end}
					onClose={() => setIsAsking(null)}
				>
					<p>{isAsking === "renew" ? t("calendarFile.renew.lead") : t("calendarFile.end.lead")}</p>
				</ActionDialog>
			)}
		</Card>
	);
}
