import { Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { secondMs } from "../../../../shared/base/durations";
import { JudgeReadings, type VerdictKind } from "../../../../shared/log/reading-verdicts";
import { JustifySpan, justifiedStepMs } from "../../../../shared/report/justified-span";
import type { TimeRange, Zone } from "../../../../shared/time/time-zones";
import { trpcClient } from "../../../api/trpc";
import { refreshDevices } from "../../../device-actions/device-changes";
import { ActionDialogForm, atFields, NotSent } from "../../../forms/action-dialog";
import { Dialog } from "../../../ui/feedback/dialog";
import { type Closing, LeaveQuestion, useConfirmedClose } from "../../../ui/form/leave-question";
import { MomentField } from "../../../ui/form/moment-field";
import { errorsFrom } from "../../../ui/form/schema-errors";
import { Select } from "../../../ui/form/select";
import layout from "../../../ui/layout/layouts.module.css";
import { momentText, parseDay, typedEnd, typedInstant, yearNow } from "../../../ui/time/typed-moment";
import { wallText } from "../../../ui/time/wall-time";
import { t } from "../../../words/made/log";
import classes from "../log.module.css";
import { roomLabel } from "./note-dialog";

/** `justified`: true readings that do not count against compliance. */
export type Decision = VerdictKind | "justified";

export type JudgeSubject = {
	verdict: Decision;
	/** At least one. With several, the user chooses. */
	channels: { id: string; name: string }[];
	/** Without its end. */
	span: TimeRange;
	zone: Zone;
	clockLabel: string;
};

const acts = { excluded: "exclude", counts: "count", justified: "justify" } as const satisfies Record<Decision, string>;

export function JudgeDialog({ subject, onClose }: { subject: JudgeSubject | null; onClose: () => void }) {
	const { close, finish, closing } = useConfirmedClose(onClose);
	const title = t(`${acts[subject?.verdict ?? "excluded"]}.title`);
	return (
		<Dialog isOpen={subject !== null} onClose={close} title={title} size={520} isForm>
			{subject && <JudgeForm subject={subject} onCancel={close} onDone={finish} closing={closing} />}
		</Dialog>
	);
}

type JudgeFormProps = { subject: JudgeSubject; onCancel: () => void; onDone: () => void; closing: Closing };

function JudgeForm({ subject, onCancel, onDone, closing }: JudgeFormProps) {
	const { verdict, channels, span, zone, clockLabel } = subject;
	const act = acts[verdict];
	const [only, another] = channels;
	const isOnly = another === undefined;
	const reasonField = useRef<HTMLTextAreaElement>(null);
	const [channelId, setChannelId] = useState(isOnly ? (only?.id ?? null) : null);
	const [opened] = useState(() => ({ from: typedText(zone, span.from), to: typedText(zone, span.to - 1) }));
	const [from, setFrom] = useState(opened.from);
	const [to, setTo] = useState(opened.to);
	const [reason, setReason] = useState("");
	const [errors, setErrors] = useState<Record<string, string>>({});
	const { requested } = closing;
	const stay = () => {
		requested?.stay();
		reasonField.current?.focus();
	};
	const judge = async () => {
		// The text lacks the milliseconds of a reading's time.
		const first = from === opened.from ? span.from : typedInstant(zone, from);
		const last = to === opened.to ? span.to : typedAfter(zone, to);
		const [start, end] =
			verdict === "justified" ? [quarter(first, Math.floor), quarter(last, Math.ceil)] : [first, last];
		const found = {
			...errorsFrom(verdict === "justified" ? JustifySpan : JudgeReadings, {
				channelId,
				from: start ?? Number.NaN,
				to: end ?? Number.NaN,
				...(verdict !== "justified" && { verdict }),
				reason,
			}),
			...(channelId === null && { channelId: t("channel.missing") }),
			...(start === null && { from: t("time.missing") }),
			...(end === null && { to: t("time.missing") }),
		};
		setErrors(found);
		if (channelId === null || start === null || end === null || Object.keys(found).length > 0) throw new NotSent();
		const decided = { channelId, from: start, to: end, reason };
		if (verdict === "justified") await trpcClient.report.justifySpan.mutate(decided);
		else await trpcClient.log.judgeReadings.mutate({ ...decided, verdict });
		toast.success(t("judge.takeBack", { done: t(`${act}.done`) }));
		void refreshDevices();
	};
	return (
		<ActionDialogForm
			label={t(`${act}.do`)}
			run={judge}
			onClose={onCancel}
			onDone={onDone}
			onRejected={atFields(setErrors)}
		>
			<p className={layout.note}>
				{isOnly && <b>{only?.name}. </b>}
				{t(`${act}.help`)}
			</p>
			{!isOnly && (
				<Select
					label={t("channel")}
					placeholder={t("channel.choose")}
					data={channels.map(({ id, name }) => ({ value: id, label: name }))}
					value={channelId}
					error={errors.channelId}
					onChange={setChannelId}
				/>
			)}
			<div className={classes.ends}>
				<MomentField
					label={t("from")}
					description={t("time.byClock", { clock: clockLabel })}
					zone={zone}
					hasSeconds
					value={from}
					error={errors.from}
					onChange={setFrom}
				/>
				<MomentField
					label={t("to")}
					description={t("to.included")}
					isEnd
					zone={zone}
					hasSeconds
					value={to}
					error={errors.to}
					onChange={setTo}
				/>
			</div>
			<Textarea
				ref={reasonField}
				label={t("reason")}
				data-autofocus
				rows={3}
				value={reason}
				error={errors.reason}
				description={roomLabel(reason.trim().length)}
				onChange={({ currentTarget: { value } }) => {
					setReason(value);
					closing.onDirty(value.trim() !== "");
				}}
				autosize={false}
			/>
			<LeaveQuestion
				isDirty={reason.trim() !== ""}
				name="Unsaved reason"
				question={t("judge.leave")}
				closing={{ ...closing, requested: requested && { ...requested, stay } }}
			/>
		</ActionDialogForm>
	);
}

function quarter(at: number | null, round: (quarters: number) => number): number | null {
	return at === null ? null : round(at / justifiedStepMs) * justifiedStepMs;
}

function typedText(zone: Zone, at: number): string {
	return momentText(wallText(zone, at));
}

/** The first instant after a typed day or second; null for other text. */
function typedAfter(zone: Zone, typed: string): number | null {
	const end = typedEnd(zone, typed);
	return end === null || parseDay(typed, yearNow(zone)) !== null ? end : end + secondMs;
}
