import { Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { AlertEvent } from "../../../shared/alert/alert";
import { hourMs } from "../../../shared/base/durations";
import { limits } from "../../../shared/base/limits";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { undoToast } from "../../forms/undo-toast";
import { Select } from "../../ui/form/select";
import { countedAction, countOf, countText } from "../../ui/format";
import { type Question, useListQuestion } from "../../ui/table/list-question";
import { awaitedOf } from "./event-labels";
import classes from "./events.module.css";

export type ActedEvent = Pick<AlertEvent, "id" | "state" | "ruleName" | "mutedUntil" | "condition">;
type EventQuestionKind = "acknowledge" | "mute" | "clear" | "comment";

export const useEventQuestion = useListQuestion<EventQuestionKind, ActedEvent>;

export function actionDenial(kind: EventQuestionKind, events: ActedEvent[]): string | null {
	if (kind === "comment") return null;
	if (events.length > limits.alertEventsPerChange)
		return `At most ${countText(limits.alertEventsPerChange)} events at once.`;
	const isOver = events.every(({ state }) => state === "ended");
	if (isOver) return events.length === 1 ? "The event is closed." : "These events are closed.";
	if (kind !== "acknowledge" || events.some(({ state }) => state === "open")) return null;
	return events.length === 1 ? "The event is acknowledged already." : "These events are acknowledged already.";
}

export function EventDialogs({
	question,
	onClose,
}: {
	question: Question<EventQuestionKind, ActedEvent> | null;
	onClose: () => void;
}) {
	if (question === null) return null;
	const { kind, things: events, onDone } = question;
	const EventActionDialog = dialogs[kind];
	return <EventActionDialog events={events} onClose={onClose} onDone={onDone} />;
}

type DialogProps = { events: ActedEvent[]; onClose: () => void; onDone: () => void };

function nameOrCount(events: ActedEvent[]): string {
	const [first] = events;
	return events.length === 1 && first ? first.ruleName : countOf(events.length, "event");
}

const idsOf = (events: ActedEvent[]) => events.map(({ id }) => id);

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
	children: ReactNode;
};

function EventDialog({ events: _, onDone, run: action, ...dialog }: EventDialogProps) {
	const refresh = useRefreshEvents();
	const run = async () => {
		const done = await action();
		if (done !== null) toast.success(done);
		await refresh();
		onDone();
	};
	return <ActionDialog {...dialog} run={run} />;
}

const commentLength = 1_000;

type CommentFieldProps = { label: string; value: string; error?: string | null; onChange: (text: string) => void };

function CommentField({ label, value, error = null, onChange }: CommentFieldProps) {
	return (
		<Textarea
			label={label}
			data-autofocus
			autosize
			minRows={2}
			maxRows={8}
			maxLength={commentLength}
			value={value}
			error={error}
			onChange={({ currentTarget }) => onChange(currentTarget.value)}
		/>
	);
}

const optionalComment = "Comment (optional)";
const withComment = (comment: string) => (comment.trim() === "" ? {} : { comment });

function AcknowledgeDialog(props: DialogProps) {
	const { events } = props;
	const [comment, setComment] = useState("");
	const open = events.filter(({ state }) => state === "open");
	const run = async () => {
		const input = { eventIds: idsOf(open), ...withComment(comment) };
		const { changed } = await trpcClient.alert.acknowledgeEvents.mutate(input);
		if (changed > 0) return `${nameOrCount(open)} acknowledged.`;
		const kept = comment.trim() === "" ? "" : " Your comment is added.";
		return `Already acknowledged by someone else.${kept}`;
	};
	return (
		<EventDialog {...props} title={`Acknowledge ${nameOrCount(open)}`} label={labelOf("Acknowledge", open)} run={run}>
			<p>
				Tells everyone that you're on it, and stops reminders.{" "}
				{open.length === 1 ? "The event stays" : "The events stay"} open until {awaitedOf(open)}.
			</p>
			<LeftOut events={events} meant={open} why="acknowledged or closed already" />
			<CommentField label={optionalComment} value={comment} onChange={setComment} />
		</EventDialog>
	);
}

const spans = [
	{ value: String(hourMs), label: "1 hour" },
	{ value: String(4 * hourMs), label: "4 hours" },
	{ value: String(8 * hourMs), label: "8 hours" },
	{ value: String(24 * hourMs), label: "24 hours" },
	{ value: String(7 * 24 * hourMs), label: "7 days" },
	{ value: "none", label: "Not any longer" },
];

function MuteDialog(props: DialogProps) {
	const { events } = props;
	const refresh = useRefreshEvents();
	const running = events.filter(({ state }) => state !== "ended");
	const isMuted = running.some(({ mutedUntil }) => mutedUntil !== null && mutedUntil > Date.now());
	const [span, setSpan] = useState(String(hourMs));
	const run = async () => {
		const eventIds = idsOf(running);
		if (span === "none") {
			await trpcClient.alert.muteEvents.mutate({ eventIds, until: null });
			return `${nameOrCount(running)}: messages are sent again.`;
		}
		await trpcClient.alert.muteEvents.mutate({ eventIds, until: Date.now() + Number(span) });
		const message = `${nameOrCount(running)} muted for ${spans.find(({ value }) => value === span)?.label}.`;
		// The previous ends of the mutes are unknown here, so there is no undo.
		if (isMuted) return message;
		undoToast({
			message,
			onUndo: async () => {
				await trpcClient.alert.muteEvents.mutate({ eventIds, until: null });
				await refresh();
				return "Undone. Messages are sent again.";
			},
		});
		return null;
	};
	return (
		<EventDialog {...props} title={`Mute ${nameOrCount(running)}`} label={labelOf("Mute", running)} run={run}>
			<p>
				No messages are sent about {running.length === 1 ? "this event" : "these events"} meanwhile. What is still open
				at the end is reported in one message then. Other events of the same rule are not muted.
			</p>
			<LeftOut events={events} meant={running} why="closed already" />
			<Select label="For" data-autofocus data={isMuted ? spans : spans.slice(0, -1)} value={span} onChange={setSpan} />
		</EventDialog>
	);
}

function ClearDialog(props: DialogProps) {
	const { events } = props;
	const [comment, setComment] = useState("");
	const running = events.filter(({ state }) => state !== "ended");
	const run = async () => {
		const input = { eventIds: idsOf(running), ...withComment(comment) };
		const { changed } = await trpcClient.alert.clearEvents.mutate(input);
		return changed === 0 ? "Nothing was left to clear." : `${nameOrCount(running)} cleared.`;
	};
	return (
		<EventDialog {...props} title={`Clear ${nameOrCount(running)}`} label={labelOf("Clear", running)} run={run}>
			<p>
				Closes {running.length === 1 ? "the event" : "the events"} now, which cannot be undone. Everyone who got an
				alert about it gets a message that it was cleared. The rule starts again with the next reading: if the condition
				still holds, a new event opens.
			</p>
			<LeftOut events={events} meant={running} why="closed already" />
			<CommentField label={optionalComment} value={comment} onChange={setComment} />
		</EventDialog>
	);
}

function CommentDialog(props: DialogProps) {
	const [event] = props.events;
	const [comment, setComment] = useState("");
	const [isSubmitted, setIsSubmitted] = useState(false);
	const isEmpty = comment.trim() === "";
	const run = async () => {
		setIsSubmitted(true);
		if (!event || isEmpty) throw new NotSent();
		await trpcClient.alert.commentEvent.mutate({ eventId: event.id, comment });
		return "Comment added.";
	};
	return (
		<EventDialog {...props} title="Add a comment" label="Add comment" run={run}>
			<CommentField
				label="Comment"
				value={comment}
				error={isSubmitted && isEmpty ? "Enter a comment." : null}
				onChange={setComment}
			/>
		</EventDialog>
	);
}

function LeftOut({ events, meant, why }: { events: ActedEvent[]; meant: ActedEvent[]; why: string }) {
	const left = events.length - meant.length;
	if (left === 0) return null;
	return (
		<p className={classes.help}>
			{countOf(left, "selected event")} {left === 1 ? "is" : "are"} {why} and not changed.
		</p>
	);
}

function labelOf(verb: string, events: ActedEvent[]): string {
	return events.length === 1 ? verb : countedAction(verb, events.length, "event");
}

const dialogs = { acknowledge: AcknowledgeDialog, mute: MuteDialog, clear: ClearDialog, comment: CommentDialog };
