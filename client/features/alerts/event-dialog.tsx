import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toast } from "sonner";
import type { AlertEvent } from "../../../shared/alert/alert";
import type { ApiFailure } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/alerts";

export type ActedEvent = Pick<
	AlertEvent,
	"id" | "state" | "ruleName" | "mutedUntil" | "condition" | "assigneeId" | "snoozedUntil"
>;
export type DialogProps = { events: ActedEvent[]; onClose: () => void; onDone: () => void };

export function counted(events: ActedEvent[]) {
	return { count: events.length, name: events[0]?.ruleName ?? "" };
}

export const idsOf = (events: ActedEvent[]) => events.map(({ id }) => id);

export function useRefreshEvents(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries(trpc.alert.pathFilter()),
			queryClient.invalidateQueries(trpc.device.pathFilter()),
			queryClient.invalidateQueries(trpc.log.pathFilter()),
		]);
	};
}

type EventDialogProps = DialogProps & {
	title: string;
	label: string;
	run: () => Promise<string | null>;
	canRun?: boolean;
	onRejected?: (failure: ApiFailure) => boolean;
	children: ReactNode;
};

export function EventDialog({ events: _, onDone, run: action, ...dialog }: EventDialogProps) {
	const refresh = useRefreshEvents();
	const run = async () => {
		const done = await action();
		if (done !== null) toast.success(done);
		await refresh();
		onDone();
	};
	return <ActionDialog {...dialog} run={run} />;
}

export function LeftOut({
	events,
	meant,
	why,
}: {
	events: ActedEvent[];
	meant: ActedEvent[];
	why: "acknowledged" | "closed";
}) {
	const count = events.length - meant.length;
	if (count === 0) return null;
	return <p className={layout.wrappedNote}>{t(`leftOut.${why}`, { count })}</p>;
}
