import { Textarea } from "@mantine/core";
import { Suspense, useState } from "react";
import { hourMs } from "../../../shared/base/durations";
import { limits } from "../../../shared/base/limits";
import { trpcClient } from "../../api/trpc";
import { NotSent } from "../../forms/action-dialog";
import { undoToast } from "../../forms/undo-toast";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { Select } from "../../ui/form/select";
import { type Question, useListQuestion } from "../../ui/table/list-question";
import { t } from "../../words/made/alerts";
import {
	type ActedEvent,
	counted,
	type DialogProps,
	EventDialog,
	idsOf,
	LeftOut,
	useRefreshEvents,
} from "./event-dialog";
import { awaitedOf } from "./event-labels";

type EventQuestionKind = "acknowledge" | "mute" | "clear" | "comment" | "assign" | "snooze";

export const useEventQuestion = useListQuestion<EventQuestionKind, ActedEvent>;

export function actionDenial(kind: EventQuestionKind, events: ActedEvent[]): string | null {
	if (kind === "comment") return null;
	if (events.length > limits.alertEventsPerChange) return t("act.tooMany", { count: limits.alertEventsPerChange });
	const isOver = events.every(({ state }) => state === "ended");
	if (isOver) return events.length === 1 ? t("denial.closed.one") : t("denial.closed.several");
	if (kind !== "acknowledge" || events.some(({ state }) => state === "open")) return null;
	return events.length === 1 ? t("denial.acknowledged.one") : t("denial.acknowledged.several");
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
	return (
		<Suspense>
			<EventActionDialog events={events} onClose={onClose} onDone={onDone} />
		</Suspense>
	);
}

const commentLength = 1_000;

type CommentFieldProps = { label: string; value: string; error?: string | null; onChange: (text: string) => void };

function CommentField({ label, value, error = null, onChange }: CommentFieldProps) {
	return (
		<Textarea
			label={label}
			data-autofocus
			maxRows={8}
			maxLength={commentLength}
			value={value}
			error={error}
			onChange={({ currentTarget }) => onChange(currentTarget.value)}
		/>
	);
}

const optionalComment = t("comment.optional");
const withComment = (comment: string) => (comment.trim() === "" ? {} : { comment });

function AcknowledgeDialog(props: DialogProps) {
	const { events } = props;
	const [comment, setComment] = useState("");
	const open = events.filter(({ state }) => state === "open");
	const run = async () => {
		const input = { eventIds: idsOf(open), ...withComment(comment) };
		const { changed } = await trpcClient.alert.acknowledgeEvents.mutate(input);
		if (changed > 0) return t("acknowledge.done", counted(open));
		return comment.trim() === "" ? t("acknowledge.other") : t("acknowledge.otherCommented");
	};
	return (
		<EventDialog
			{...props}
			title={t("acknowledge.title", counted(open))}
			label={t("acknowledge.do", { count: open.length })}
			run={run}
		>
			<p>{t("acknowledge.lead", { count: open.length, over: awaitedOf(open) })}</p>
			<LeftOut events={events} meant={open} why="acknowledged" />
			<CommentField label={optionalComment} value={comment} onChange={setComment} />
		</EventDialog>
	);
}

const spans = [
	{ value: String(hourMs), label: t("mute.hour") },
	{ value: String(4 * hourMs), label: t("mute.fourHours") },
	{ value: String(8 * hourMs), label: t("mute.eightHours") },
	{ value: String(24 * hourMs), label: t("mute.day") },
	{ value: String(7 * 24 * hourMs), label: t("mute.week") },
	{ value: "none", label: t("mute.end") },
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
			return t("mute.ended", counted(running));
		}
		await trpcClient.alert.muteEvents.mutate({ eventIds, until: Date.now() + Number(span) });
		const chosen = spans.find(({ value }) => value === span)?.label ?? "";
		const message = t("mute.done", { ...counted(running), span: chosen });
		// The previous ends of the mutes are unknown here, so there is no undo.
		if (isMuted) return message;
		undoToast({
			message,
			onUndo: async () => {
				await trpcClient.alert.muteEvents.mutate({ eventIds, until: null });
				await refresh();
				return t("mute.undone");
			},
		});
		return null;
	};
	return (
		<EventDialog
			{...props}
			title={t("mute.title", counted(running))}
			label={t("mute.do", { count: running.length })}
			run={run}
		>
			<p>{t("mute.events.lead", { count: running.length })}</p>
			<LeftOut events={events} meant={running} why="closed" />
			<Select
				label={t("mute.for")}
				data-autofocus
				data={isMuted ? spans : spans.slice(0, -1)}
				value={span}
				onChange={setSpan}
			/>
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
		return changed === 0 ? t("clear.nothingLeft") : t("clear.done", counted(running));
	};
	return (
		<EventDialog
			{...props}
			title={t("clear.title", counted(running))}
			label={t("clear.do", { count: running.length })}
			run={run}
		>
			<p>{t("clear.lead", { count: running.length })}</p>
			<LeftOut events={events} meant={running} why="closed" />
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
		return t("comment.added");
	};
	return (
		<EventDialog {...props} title={t("comment.title")} label={t("comment.add")} run={run}>
			<CommentField
				label={t("comment")}
				value={comment}
				error={isSubmitted && isEmpty ? t("comment.missing") : null}
				onChange={setComment}
			/>
		</EventDialog>
	);
}

const dialogs = {
	acknowledge: AcknowledgeDialog,
	mute: MuteDialog,
	clear: ClearDialog,
	comment: CommentDialog,
	assign: lazyPart(async () => (await import("./inbox-dialogs")).AssignDialog),
	snooze: lazyPart(async () => (await import("./inbox-dialogs")).SnoozeDialog),
};
