import { useState } from "react";
import { toast } from "sonner";
import type { AlertEvent } from "../../../shared/alert/alert";
import { addTo } from "../../../shared/base/multi-map";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { Callout } from "../../ui/feedback/notes";
import { GuardedButton } from "../../ui/form/guarded-button";
import { t as alerts } from "../../words/made/alerts";
import { t } from "../../words/made/inbox";
import { counted, idsOf, useRefreshEvents } from "./event-dialog";
import classes from "./events.module.css";

type ShiftNotesProps = { events: AlertEvent[]; userId: string; denial: string | null };

/** Alerts that a person took in a turn that is over: one note for each person and roster, with one press to pass them on. */
export function ShiftNotes({ events, userId, denial }: ShiftNotesProps) {
	const groups = new Map<string, AlertEvent[]>();
	for (const event of events) {
		const { shift, assigneeId, state } = event;
		if (shift !== undefined && state !== "ended") addTo(groups, `${shift.rosterId} ${assigneeId}`, event);
	}
	return Array.from(groups, ([key, group]) => <ShiftNote key={key} events={group} userId={userId} denial={denial} />);
}

function ShiftNote({ events, userId, denial }: ShiftNotesProps) {
	const refresh = useRefreshEvents();
	const [isBusy, setIsBusy] = useState(false);
	const [first] = events;
	if (!first?.shift) return null;
	const { shift, assigneeId, assignee } = first;
	const isOwn = assigneeId === userId;
	const counts = { count: events.length, roster: shift.roster };
	const run = async () => {
		setIsBusy(true);
		try {
			toast.success(isOwn ? await handOver(events, shift.rosterId) : await take(events, userId, assigneeId));
		} catch (error) {
			toast.error(Object.values(readFailure(error).fields).join(" ") || sentenceFor(error));
		} finally {
			setIsBusy(false);
		}
		await refresh();
	};
	const { onDuty, roster } = shift;
	const handOverLabel = onDuty === null ? t("shift.handOverToDuty", { roster }) : t("shift.handOver", { name: onDuty });
	return (
		<Callout tone="warn" className={classes.shift}>
			<span>{isOwn ? t("shift.own", counts) : t("shift.left", { ...counts, person: assignee ?? "" })}</span>
			<GuardedButton denial={denial} size="compact-sm" isLoading={isBusy} onClick={() => void run()}>
				{isOwn ? handOverLabel : alerts("take")}
			</GuardedButton>
		</Callout>
	);
}

async function take(events: AlertEvent[], userId: string, from: string | null): Promise<string> {
	const input = { eventIds: idsOf(events), assigneeId: userId, from };
	const { changed } = await trpcClient.alert.assignEvents.mutate(input);
	return changed === 0 ? alerts("take.nothing") : alerts("take.done", counted(events));
}

async function handOver(events: AlertEvent[], rosterId: string): Promise<string> {
	const { changed, name } = await trpcClient.alert.handOverEvents.mutate({ eventIds: idsOf(events), rosterId });
	if (changed === 0) return t("assign.nothing");
	return name === null ? t("shift.notified") : t("assign.done", { count: changed, name });
}
