import { useRef } from "react";
import { toast } from "sonner";
import { readFailure, sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { trpcClient } from "../../api/trpc";
import { t } from "../../words/made/alerts";
import { type ActedEvent, counted, idsOf, useRefreshEvents } from "./event-dialog";
import { actionDenial } from "./event-dialogs";

export function takeDenial(events: ActedEvent[], userId: string): string | null {
	const denial = actionDenial("assign", events);
	if (denial !== null) return denial;
	const [only] = events;
	if (events.length === 1) return only?.assigneeId === userId ? t("denial.yours.one") : null;
	return events.some(isFree) ? null : t("denial.yours.several");
}

function isFree({ state, assigneeId }: ActedEvent): boolean {
	return state !== "ended" && assigneeId === null;
}

/** Assigns one event to the user, even from another assignee, or of several events the unassigned ones. */
export function useTake(userId: string) {
	const refresh = useRefreshEvents();
	const isActing = useRef(false);
	return async (events: ActedEvent[], onDone: () => void = () => {}) => {
		if (isActing.current) return;
		isActing.current = true;
		const [only] = events;
		const meant = events.length === 1 ? events : events.filter(isFree);
		const from = events.length === 1 ? (only?.assigneeId ?? null) : null;
		try {
			const input = { eventIds: idsOf(meant), assigneeId: userId, from };
			const { changed } = await trpcClient.alert.assignEvents.mutate(input);
			if (changed === 0) toast.info(t("take.nothing"));
			else toast.success(t("take.done", counted(meant)));
			onDone();
		} catch (error) {
			reportQueryFailure(error, true);
			toast.error(Object.values(readFailure(error).fields).join(" ") || sentenceFor(error));
		} finally {
			isActing.current = false;
		}
		await refresh();
	};
}
