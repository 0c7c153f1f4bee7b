import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useState } from "react";
import { toast } from "sonner";
import { hourMs } from "../../../shared/base/durations";
import type { Contact } from "../../../shared/message/contact";
import { contactGroupList, contactList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { useUntil, viewerUntilClock } from "../../forms/mute";
import { NamedThings } from "../../forms/typed-confirmation";
import { MultiSelect, Select } from "../../ui/form/select";
import { countedAction, countOf, countText } from "../../ui/format";
import { type Question, useListQuestion } from "../../ui/table/list-question";
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

function nameOrCount(contacts: Contact[]): string {
	const [first] = contacts;
	return contacts.length === 1 && first ? first.fullName : countOf(contacts.length, "contact");
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
		return `${nameOrCount(contacts)} paused.`;
	};
	return (
		<ContactActionDialog
			title={`Pause ${nameOrCount(contacts)}`}
			label="Pause"
			{...dialog}
			run={run}
			onRejected={({ fields }) => pause.reject(fields)}
		>
			<p>Alerts and reports of that time are not sent, now or later. The delivery log names each one.</p>
			{pause.fields}
		</ContactActionDialog>
	);
}

function ResumeDialog({ contacts, ...dialog }: DialogProps) {
	const run = async () => {
		await trpcClient.contact.pauseContacts.mutate({ contactIds: idsOf(contacts), until: null });
		return `${nameOrCount(contacts)} no longer paused.`;
	};
	return (
		<ContactActionDialog title={`Resume ${nameOrCount(contacts)}?`} label="Resume" isQuestion {...dialog} run={run}>
			<p>Alerts and reports are sent again from now on. What was not sent before is not sent later.</p>
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
			setComplaint("Choose a contact group.");
			throw new NotSent();
		}
		await trpcClient.contact.groupContacts.mutate({ contactIds: idsOf(contacts), addGroupIds, removeGroupIds });
		return `${nameOrCount(contacts)} changed.`;
	};
	return (
		<ContactActionDialog title={`Contact groups of ${nameOrCount(contacts)}`} label="Change" {...dialog} run={run}>
			{groups.data?.length === 0 && <p>There is no contact group yet. Create one first.</p>}
			<MultiSelect
				label="Add to"
				data-autofocus
				searchable
				data={choices.filter(({ value }) => !removeGroupIds.includes(value))}
				value={addGroupIds}
				error={complaint}
				onChange={(ids) => {
					setAdded(ids);
					setComplaint(null);
				}}
			/>
			<MultiSelect
				label="Remove from"
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
			label="Who takes over"
			data-autofocus
			searchable
			clearable
			limit={offeredAtOnce}
			data={choices.map(({ id, fullName, email, phone }) => ({
				value: id,
				label: [fullName, email ?? phone].filter(Boolean).join(", "),
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
			successor.complain("Choose who takes over.");
			throw new NotSent();
		}
		const { changed } = await trpcClient.contact.replaceContacts.mutate({
			contactIds: idsOf(contacts),
			successorId: successor.id,
		});
		return changed === 0 ? "Nothing was sent to them: nothing changed." : `Replaced in ${placesText(changed)}.`;
	};
	return (
		<ContactActionDialog title={`Replace ${nameOrCount(contacts)}`} label="Replace everywhere" {...dialog} run={run}>
			<p>
				In every alert and report, and for storage warnings, {nameOrCount(contacts)} is replaced by someone else. The
				contact itself stays.
			</p>
			<SuccessorSelect going={contacts} successor={successor} />
		</ContactActionDialog>
	);
}

function placesText(count: number): string {
	return count === 1 ? "one place" : `${count} places`;
}

function DeleteDialog({ contacts, ...dialog }: DialogProps) {
	const successor = useSuccessor();
	const used = contacts.filter(({ useCounts }) => usesText(useCounts) !== null);
	const [only] = contacts.length === 1 ? contacts : [];
	const onlyUses = only && usesText(only.useCounts);
	const run = async () => {
		await trpcClient.contact.deleteContacts.mutate({ contactIds: idsOf(contacts), successorId: successor.id });
		return `${nameOrCount(contacts)} deleted.`;
	};
	return (
		<ContactActionDialog
			title={`Delete ${nameOrCount(contacts)}?`}
			label={countedAction("Delete", contacts.length, "contact")}
			isDangerous
			isQuestion={used.length === 0}
			{...dialog}
			run={run}
			onRejected={({ fields, reason }) => {
				if (reason === "CONTACT_NEEDED") {
					successor.complain("An alert or report would have no recipients. Choose who takes over.");
				} else if (fields.successorId) successor.complain(fields.successorId);
				return reason === "CONTACT_NEEDED" || fields.successorId !== undefined;
			}}
		>
			<NamedThings names={contacts.map(({ fullName }) => fullName)} />
			<p>
				{used.length === 0
					? `${contacts.length === 1 ? "This contact gets" : "These contacts get"} no alerts, reports or storage warnings.`
					: `${onlyUses ? `This contact gets ${onlyUses}.` : `${countText(used.length)} of these contacts ${used.length === 1 ? "gets" : "get"} alerts, reports or storage warnings.`}`}{" "}
				What was sent stays in the delivery log. This cannot be undone.
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
