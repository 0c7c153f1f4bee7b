import { Switch, TagsInput, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { toast } from "sonner";
import { can } from "../../../../shared/account/permissions";
import { foldText } from "../../../../shared/base/fold-text";
import type { DeviceListRow } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { AddNote, type LogEvent, type NoteKind, SaveNoteKinds } from "../../../../shared/log/log";
import type { Zone } from "../../../../shared/time/time-zones";
import { useAccount } from "../../../api/account";
import { trpc, trpcClient } from "../../../api/trpc";
import { ActionDialog, ActionDialogForm, atFields, NotSent } from "../../../forms/action-dialog";
import type { ChosenFile } from "../../../forms/attachment-field";
import { Dialog } from "../../../ui/feedback/dialog";
import { PlainButton } from "../../../ui/form/buttons";
import { type Closing, LeaveQuestion, useConfirmedClose } from "../../../ui/form/leave-question";
import { MomentField } from "../../../ui/form/moment-field";
import { errorsFrom } from "../../../ui/form/schema-errors";
import { Select } from "../../../ui/form/select";
import { useSteadyOptions } from "../../../ui/form/steady-options";
import layout from "../../../ui/layout/layouts.module.css";
import { momentText, typedInstant } from "../../../ui/time/typed-moment";
import { wallText } from "../../../ui/time/wall-time";
import { t } from "../../../words/made/log";
import { t as note } from "../../../words/made/notes";
import classes from "../log.module.css";

const AttachmentField = lazy(async () => ({
	default: (await import("../../../forms/attachment-field")).AttachmentField,
}));

export type NotedEvent = Pick<LogEvent, "id" | "text"> & {
	[Fact in "groupId" | "kindId" | "attachmentId" | "attachmentName"]?: string | undefined;
};

export type NoteSubject = {
	deviceId: string | null;
	at: number;
	endsAt?: number | undefined;
	/** The note that the new one corrects. */
	corrects?: NotedEvent;
};

type NoteDialogProps = {
	subject: NoteSubject | null;
	devices: Pick<DeviceListRow, "id" | "name">[];
	groups?: Pick<GroupListRow, "id" | "name">[];
	zone: Zone;
	clockLabel: string;
	onClose: () => void;
};

export function NoteDialog({ subject, onClose, ...form }: NoteDialogProps) {
	const { close, finish, closing } = useConfirmedClose(onClose);
	const title = subject?.corrects ? note("correct") : t("note.add");
	return (
		<Dialog isOpen={subject !== null} onClose={close} title={title} size={460} isForm>
			{subject && <NoteForm subject={subject} {...form} onCancel={close} onAdded={finish} closing={closing} />}
		</Dialog>
	);
}

const aboutAccount = "account";
const noKind = "none";
const longest = 500;

type NoteFormProps = Omit<NoteDialogProps, "subject" | "onClose"> & {
	subject: NoteSubject;
	onCancel: () => void;
	onAdded: () => void;
	closing: Closing;
};

function NoteForm({ subject, devices, groups = [], zone, clockLabel, onCancel, onAdded, closing }: NoteFormProps) {
	const queryClient = useQueryClient();
	const { me } = useAccount();
	const { corrects } = subject;
	const textField = useRef<HTMLTextAreaElement>(null);
	const timeField = useRef<HTMLInputElement>(null);
	const endField = useRef<HTMLInputElement>(null);
	const [text, setText] = useState(corrects?.text ?? "");
	const [about, setAbout] = useState<string | null>(
		subject.deviceId ?? corrects?.groupId ?? (me.scope === "all" ? aboutAccount : null),
	);
	const [time, setTime] = useState(() => momentText(wallText(zone, subject.at)));
	const [hasEnd, setHasEnd] = useState(subject.endsAt !== undefined);
	const [end, setEnd] = useState(() => momentText(wallText(zone, subject.endsAt ?? subject.at)));
	const [kindId, setKindId] = useState(corrects?.kindId ?? noKind);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [file, setFile] = useState<ChosenFile | null>(() => fileOf(corrects));
	const [isStoring, setIsStoring] = useState(false);
	const isChanged = (nextText: string, nextFile: ChosenFile | null) =>
		nextText.trim() !== (corrects?.text ?? "") || nextFile?.id !== corrects?.attachmentId;
	const isDirty = isChanged(text, file);
	const write = (next: string) => {
		setText(next);
		closing.onDirty(isChanged(next, file));
	};
	const attach = (next: ChosenFile | null) => {
		setFile(next);
		setErrors(({ attachmentId: _, ...others }) => others);
		closing.onDirty(isChanged(text, next));
	};
	const { requested } = closing;
	const stay = () => {
		requested?.stay();
		textField.current?.focus();
	};
	const add = async () => {
		const at = typedInstant(zone, time);
		const endsAt = hasEnd ? typedInstant(zone, end) : null;
		const isOfGroup = groups.some(({ id }) => id === about);
		const input = {
			deviceId: isOfGroup || about === aboutAccount ? null : about,
			...(isOfGroup && { groupId: about }),
			at: at ?? Number.NaN,
			...(hasEnd && { endsAt: endsAt ?? Number.NaN }),
			...(kindId !== noKind && { kindId }),
			...(corrects && { corrects: corrects.id }),
			...(file && { attachmentId: file.id }),
			text,
		};
		const found: Record<string, string> = {
			...errorsFrom(AddNote, input),
			...(about === null && { deviceId: t("note.about.missing") }),
			...(at === null && { at: t("time.missing") }),
			...(hasEnd && endsAt === null && { endsAt: note("until.missing") }),
			...(isStoring && { attachmentId: note("file.storing") }),
		};
		setErrors(found);
		if (found.text !== undefined) textField.current?.focus();
		else if (found.at !== undefined) timeField.current?.focus();
		else if (found.endsAt !== undefined) endField.current?.focus();
		if (Object.keys(found).length > 0) throw new NotSent();
		await trpcClient.log.addNote.mutate(input);
		toast.success(corrects ? note("corrected") : t("note.added"));
		void queryClient.invalidateQueries(trpc.log.pathFilter());
	};
	const things = useSteadyOptions([
		...(me.scope === "all" ? [{ value: aboutAccount, label: t("note.wholeAccount") }] : []),
		...groups.map(({ id, name }) => ({ value: id, label: note("group", { name }) })),
		...devices.map(({ id, name }) => ({ value: id, label: name })),
	]);
	const clock = t("time.byClock", { clock: clockLabel });
	return (
		<ActionDialogForm
			label={corrects ? note("correct") : t("note.add")}
			run={add}
			onClose={onCancel}
			onDone={onAdded}
			onRejected={atFields(setErrors)}
		>
			{corrects && <p className={layout.note}>{note("correct.help")}</p>}
			<Textarea
				ref={textField}
				label={t("note")}
				data-autofocus
				rows={4}
				value={text}
				error={errors.text}
				description={roomLabel(text.trim().length)}
				onChange={(event) => write(event.currentTarget.value)}
				autosize={false}
			/>
			<Select
				label={t("note.about")}
				{...things}
				value={about}
				error={errors.deviceId ?? errors.groupId}
				searchable
				limit={100}
				onChange={setAbout}
			/>
			<KindField value={kindId} error={errors.kindId} onChange={setKindId} />
			<Suspense>
				<AttachmentField
					label={note("file")}
					value={file}
					error={errors.attachmentId}
					onChange={attach}
					onBusy={setIsStoring}
				/>
			</Suspense>
			<MomentField
				ref={timeField}
				label={t("time")}
				description={clock}
				zone={zone}
				hasSeconds
				value={time}
				error={errors.at}
				onChange={setTime}
			/>
			<Switch
				label={note("hasEnd")}
				checked={hasEnd}
				onChange={({ currentTarget: { checked } }) => setHasEnd(checked)}
			/>
			{hasEnd && (
				<MomentField
					ref={endField}
					label={note("until")}
					description={clock}
					zone={zone}
					hasSeconds
					value={end}
					error={errors.endsAt}
					onChange={setEnd}
				/>
			)}
			<LeaveQuestion
				isDirty={isDirty}
				name="Unsaved note"
				question={t("note.leave")}
				closing={{ ...closing, requested: requested && { ...requested, stay } }}
			/>
		</ActionDialogForm>
	);
}

function fileOf(corrected: NotedEvent | undefined): ChosenFile | null {
	const { attachmentId, attachmentName } = corrected ?? {};
	return attachmentId === undefined || attachmentName === undefined ? null : { id: attachmentId, name: attachmentName };
}

const noteKinds = () => trpc.log.getNoteKinds.queryOptions();

type KindFieldProps = { value: string; error: string | undefined; onChange: (kindId: string) => void };

function KindField({ value, error, onChange }: KindFieldProps) {
	const { me } = useAccount();
	const [isEditing, setIsEditing] = useState(false);
	const { data: kinds = [] } = useQuery(noteKinds());
	const offered = kinds.filter(({ id, isRetired }) => isRetired !== true || id === value);
	const mayEdit = can(me.role, "editCompany");
	if (offered.length === 0 && !mayEdit) return null;
	return (
		<div className={classes.kindField}>
			<Select
				label={note("kind")}
				data={[
					{ value: noKind, label: note("kind.none") },
					...offered.map(({ id, name }) => ({ value: id, label: name })),
				]}
				value={value}
				error={error}
				onChange={onChange}
			/>
			{mayEdit && <PlainButton onClick={() => setIsEditing(true)}>{note("kinds.edit")}</PlainButton>}
			{isEditing && <KindsDialog kinds={kinds} onClose={() => setIsEditing(false)} />}
		</div>
	);
}

function KindsDialog({ kinds, onClose }: { kinds: NoteKind[]; onClose: () => void }) {
	const queryClient = useQueryClient();
	const [names, setNames] = useState(() => kinds.filter(({ isRetired }) => !isRetired).map(({ name }) => name));
	const [errors, setErrors] = useState<Record<string, string>>({});
	const save = async () => {
		const input = { kinds: names.map((name) => ({ ...idOfName(kinds, name), name })) };
		const found = errorsFrom(SaveNoteKinds, input);
		setErrors(found);
		if (Object.keys(found).length > 0) throw new NotSent();
		const saved = await trpcClient.log.saveNoteKinds.mutate(input);
		queryClient.setQueryData(noteKinds().queryKey, saved);
		toast.success(note("kinds.saved"));
	};
	return (
		<ActionDialog
			title={note("kinds.title")}
			size={460}
			label={note("kinds.save")}
			run={save}
			onClose={onClose}
			onRejected={atFields(setErrors)}
		>
			<TagsInput
				label={note("kind")}
				description={note("kinds.help")}
				acceptValueOnBlur
				splitChars={[]}
				value={names}
				error={Object.values(errors)[0]}
				onChange={setNames}
			/>
		</ActionDialog>
	);
}

/** A kind that was removed and is typed again is the same kind. */
function idOfName(kinds: NoteKind[], name: string): { id?: string } {
	const known = kinds.find((kind) => foldText(kind.name) === foldText(name));
	return known ? { id: known.id } : {};
}

export function roomLabel(length: number): string {
	const left = longest - length;
	return left < 0 ? t("note.tooLong", { count: -left }) : t("note.room", { count: left });
}
