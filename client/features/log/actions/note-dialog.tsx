import { Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import type { DeviceListRow } from "../../../../shared/device/device";
import { AddNote } from "../../../../shared/log/log";
import type { Zone } from "../../../../shared/time/time-zones";
import { useAccount } from "../../../api/account";
import { trpc, trpcClient } from "../../../api/trpc";
import { ActionDialogForm, NotSent } from "../../../forms/action-dialog";
import { Dialog } from "../../../ui/feedback/dialog";
import { type Closing, LeaveQuestion, useConfirmedClose } from "../../../ui/form/leave-question";
import { MomentField } from "../../../ui/form/moment-field";
import { errorsFrom } from "../../../ui/form/schema-errors";
import { Select } from "../../../ui/form/select";
import { useSteadyOptions } from "../../../ui/form/steady-options";
import { momentText, typedInstant } from "../../../ui/time/typed-moment";
import { wallText } from "../../../ui/time/wall-time";
import { t } from "../../../words/made/log";

export type NoteSubject = { deviceId: string | null; at: number };

type NoteDialogProps = {
	subject: NoteSubject | null;
	devices: Pick<DeviceListRow, "id" | "name">[];
	zone: Zone;
	clockLabel: string;
	onClose: () => void;
};

export function NoteDialog({ subject, onClose, ...form }: NoteDialogProps) {
	const { close, finish, closing } = useConfirmedClose(onClose);
	return (
		<Dialog isOpen={subject !== null} onClose={close} title={t("note.add")} size={460} isForm>
			{subject && <NoteForm subject={subject} {...form} onCancel={close} onAdded={finish} closing={closing} />}
		</Dialog>
	);
}

const aboutAccount = "account";
const longest = 500;

type NoteFormProps = Omit<NoteDialogProps, "subject" | "onClose"> & {
	subject: NoteSubject;
	onCancel: () => void;
	onAdded: () => void;
	closing: Closing;
};

function NoteForm({ subject, devices, zone, clockLabel, onCancel, onAdded, closing }: NoteFormProps) {
	const queryClient = useQueryClient();
	const { me } = useAccount();
	const textField = useRef<HTMLTextAreaElement>(null);
	const timeField = useRef<HTMLInputElement>(null);
	const [text, setText] = useState("");
	const [about, setAbout] = useState<string | null>(subject.deviceId ?? (me.scope === "all" ? aboutAccount : null));
	const [time, setTime] = useState(() => momentText(wallText(zone, subject.at)));
	const [errors, setErrors] = useState<Record<string, string>>({});
	const write = (next: string) => {
		setText(next);
		closing.onDirty(next.trim() !== "");
	};
	const { requested } = closing;
	const stay = () => {
		requested?.stay();
		textField.current?.focus();
	};
	const add = async () => {
		const at = typedInstant(zone, time);
		const note = { deviceId: about === aboutAccount ? null : about, at: at ?? Number.NaN, text };
		const found: Record<string, string> = {
			...errorsFrom(AddNote, note),
			...(about === null && { deviceId: t("note.about.missing") }),
			...(at === null && { at: t("time.missing") }),
		};
		setErrors(found);
		if (found.text !== undefined) textField.current?.focus();
		else if (found.at !== undefined) timeField.current?.focus();
		if (Object.keys(found).length > 0) throw new NotSent();
		await trpcClient.log.addNote.mutate(note);
		toast.success(t("note.added"));
		void queryClient.invalidateQueries(trpc.log.pathFilter());
	};
	const things = useSteadyOptions([
		...(me.scope === "all" ? [{ value: aboutAccount, label: t("note.wholeAccount") }] : []),
		...devices.map(({ id, name }) => ({ value: id, label: name })),
	]);
	return (
		<ActionDialogForm
			label={t("note.add")}
			run={add}
			onClose={onCancel}
			onDone={onAdded}
			onRejected={({ fields }) => {
				setErrors(fields);
				return Object.keys(fields).length > 0;
			}}
		>
			<Textarea
				ref={textField}
				label={t("note")}
				data-autofocus
				rows={4}
				value={text}
				error={errors.text}
				description={roomLabel(text.trim().length)}
				onChange={(event) => write(event.currentTarget.value)}
			/>
			<Select
				label={t("note.about")}
				{...things}
				value={about}
				error={errors.deviceId}
				searchable
				limit={100}
				onChange={setAbout}
			/>
			<MomentField
				ref={timeField}
				label={t("time")}
				description={t("time.byClock", { clock: clockLabel })}
				zone={zone}
				hasSeconds
				value={time}
				error={errors.at}
				onChange={setTime}
			/>
			<LeaveQuestion
				isDirty={text.trim() !== ""}
				name="Unsaved note"
				question={t("note.leave")}
				closing={{ ...closing, requested: requested && { ...requested, stay } }}
			/>
		</ActionDialogForm>
	);
}

export function roomLabel(length: number): string {
	const left = longest - length;
	return left < 0 ? t("note.tooLong", { count: -left }) : t("note.room", { count: left });
}
