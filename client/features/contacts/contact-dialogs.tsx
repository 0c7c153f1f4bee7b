import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useState } from "react";
import { toast } from "sonner";
import { hourMs } from "../../../shared/base/durations";
import type { Contact } from "../../../shared/message/contact";
import { contactGroupList, contactList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { useUntil, viewerUntilClock } from "../../forms/mute";
import { NamedThings } from "../../forms/typed-confirmation";
import { MultiSelect, Select } from "../../ui/form/select";
import { type Question, useListQuestion } from "../../ui/table/list-question";
import { t } from "../../words/made/contacts";
import { useRefreshContacts } from "./contact-calls";
import { usesText } from "./contact-labels";

type ContactQuestionKind = "pause" | "resume" | "group" | "replace" | "delete";

export const useContactQuestion = useListQuestion<ContactQuestionKind, Contact>;

type ContactDialogsProps = {
	question: Question<ContactQuestionKind, Contact> | null;
	onClose: () => void;
	isOwnPage?: boolean;
};

export function ContactDialogs({ question, onClose, isOwnPage = false }: ContactDialogsProps) {
	const navigate = useNavigate();
	if (question === null) return null;
	const { kind, things: contacts, onDone } = question;
	const done = async () => {
		onDone();
		if (isOwnPage && kind === "delete") await navigate({ to: "/accounts/contacts/" });
	};
	const Dialog = dialogs[kind];
	return <Dialog contacts={contacts} onClose={onClose} onDone={done} />;
}

type DialogProps = { contacts: Contact[]; onClose: () => void; onDone: () => Promise<void> };

function counted(contacts: Contact[]) {
	return { count: contacts.length, name: contacts[0]?.fullName ?? "" };
}

const idsOf = (contacts: Contact[]) => contacts.map(({ id }) => id);

type ContactActionDialogProps = Omit<DialogProps, "contacts"> &
	Omit<ComponentProps<typeof ActionDialog>, "run"> & {
		run: () => Promise<string>;
	};

function ContactActionDialog({ run: action, onDone, ...dialog }: ContactActionDialogProps) {
	const refresh = useRefreshContacts();
	const run = async () => {
		toast.success(await action());
		await onDone();
		await refresh();
	};
	return <ActionDialog {...dialog} run={run} />;
}

const usualPauseMs = 24 * hourMs;

function PauseDialog({ contacts, ...dialog }: DialogProps) {
	const pause = useUntil(viewerUntilClock, usualPauseMs);
	const run = async () => {
		const until = pause.until();
		if (pause.complaint !== null || until === null) {
			pause.complain();
			throw new NotSent();
		}
		await trpcClient.contact.pauseContacts.mutate({ contactIds: idsOf(contacts), until });
		return t("paused", counted(contacts));
	};
	return (
		<ContactActionDialog
			title={t("pause.title", counted(contacts))}
			label={t("pause")}
			{...dialog}
			run={run}
			onRejected={({ fields }) => pause.reject(fields)}
		>
			<p>{t("pause.lead")}</p>
			{pause.fields}
		</ContactActionDialog>
	);
}

function ResumeDialog({ contacts, ...dialog }: DialogProps) {
	const run = async () => {
		await trpcClient.contact.pauseContacts.mutate({ contactIds: idsOf(contacts), until: null });
		return t("resumed", counted(contacts));
	};
	return (
		<ContactActionDialog
			title={t("resume.title", counted(contacts))}
			label={t("resume")}
			isQuestion
			{...dialog}
			run={run}
		>
			<p>{t("resume.lead")}</p>
		</ContactActionDialog>
	);
}

function GroupDialog({ contacts, ...dialog }: DialogProps) {
	const groups = useQuery(contactGroupList());
	const [addGroupIds, setAdded] = useState<string[]>([]);
	const [removeGroupIds, setRemoved] = useState<string[]>([]);
	const [complaint, setComplaint] = useState<string | null>(null);
	const choices = groups.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
	const run = async () => {
		if (addGroupIds.length + removeGroupIds.length === 0) {
			setComplaint(t("groups.missing"));
			throw new NotSent();
		}
		await trpcClient.contact.groupContacts.mutate({ contactIds: idsOf(contacts), addGroupIds, removeGroupIds });
		return t("groups.changed", counted(contacts));
	};
	return (
		<ContactActionDialog title={t("groups.title", counted(contacts))} label={t("groups.change")} {...dialog} run={run}>
			{groups.data?.length === 0 && <p>{t("groups.none")}</p>}
			<MultiSelect
				label={t("groups.addTo")}
				searchable
				data-autofocus
				data={choices.filter(({ value }) => !removeGroupIds.includes(value))}
				value={addGroupIds}
				error={complaint}
				onChange={(ids) => {
					setAdded(ids);
					setComplaint(null);
				}}
			/>
			<MultiSelect
				label={t("groups.removeFrom")}
				searchable
				data={choices.filter(({ value }) => !addGroupIds.includes(value))}
				value={removeGroupIds}
				onChange={(ids) => {
					setRemoved(ids);
					setComplaint(null);
				}}
			/>
		</ContactActionDialog>
	);
}

const offeredAtOnce = 50;

function useSuccessor() {
	const [id, setId] = useState<string | null>(null);
	const [complaint, setComplaint] = useState<string | null>(null);
	const choose = (next: string | null) => {
		setId(next);
		setComplaint(null);
	};
	return { id, complaint, choose, complain: setComplaint };
}

type SuccessorProps = { going: Contact[]; successor: ReturnType<typeof useSuccessor> };

function SuccessorSelect({ going, successor: { id: value, complaint, choose } }: SuccessorProps) {
	const contacts = useQuery(contactList());
	const goingIds = new Set(idsOf(going));
	const choices = contacts.data?.filter(({ id }) => !goingIds.has(id)) ?? [];
	return (
		<Select
			label={t("successor")}
			data-autofocus
			searchable
			clearable
			limit={offeredAtOnce}
			data={choices.map(({ id, fullName, email, phone }) => ({
				value: id,
				label: [fullName, email ?? phone].filter(Boolean).join(comma),
			}))}
			value={value}
			error={complaint}
			onChange={choose}
		/>
	);
}

function ReplaceDialog({ contacts, ...dialog }: DialogProps) {
	const successor = useSuccessor();
	const run = async () => {
		if (successor.id === null) {
			successor.complain(t("successor.missing"));
			throw new NotSent();
		}
		const { changed } = await trpcClient.contact.replaceContacts.mutate({
			contactIds: idsOf(contacts),
			successorId: successor.id,
		});
		return changed === 0 ? t("replace.nothing") : t("replace.done", { count: changed });
	};
	return (
		<ContactActionDialog
			title={t("replace.title", counted(contacts))}
			label={t("replace.everywhere")}
			{...dialog}
			run={run}
		>
			<p>{t("replace.lead", counted(contacts))}</p>
			<SuccessorSelect going={contacts} successor={successor} />
		</ContactActionDialog>
	);
}

function DeleteDialog({ contacts, ...dialog }: DialogProps) {
	const successor = useSuccessor();
	const used = contacts.filter(({ useCounts }) => usesText(useCounts) !== null);
	const [only] = contacts.length === 1 ? contacts : [];
	const onlyUses = only && usesText(only.useCounts);
	const run = async () => {
		await trpcClient.contact.deleteContacts.mutate({ contactIds: idsOf(contacts), successorId: successor.id });
		return t("deleted", counted(contacts));
	};
	return (
		<ContactActionDialog
			title={t("delete.title", counted(contacts))}
			label={t("delete.do", { count: contacts.length })}
			isDangerous
			isQuestion={used.length === 0}
			{...dialog}
			run={run}
			onRejected={({ fields, reason }) => {
				if (reason === "CONTACT_NEEDED") {
					successor.complain(t("successor.needed"));
				} else if (fields.successorId) successor.complain(fields.successorId);
				return reason === "CONTACT_NEEDED" || fields.successorId !== undefined;
			}}
		>
			<NamedThings names={contacts.map(({ fullName }) => fullName)} />
			<p>
				{used.length === 0
					? t("delete.unused", { count: contacts.length })
					: onlyUses
						? t("delete.used", { uses: onlyUses })
						: t("delete.usedOfSeveral", { count: used.length })}
			</p>
			{used.length > 0 && <SuccessorSelect going={contacts} successor={successor} />}
		</ContactActionDialog>
	);
}

const dialogs: Record<ContactQuestionKind, (props: DialogProps) => ReactNode> = {
	pause: PauseDialog,
	resume: ResumeDialog,
	group: GroupDialog,
	replace: ReplaceDialog,
	delete: DeleteDialog,
};
