import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { Contact } from "../../../shared/contact";
import { readFailure, sentenceFor } from "../../api/api-error";
import { contactGroupList, contactList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { useUntil, viewerUntilClock } from "../../forms/mute";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { ButtonRow, FormFailure } from "../../ui/form/buttons";
import { MultiSelect, Select } from "../../ui/form/select";
import { countOf } from "../../ui/format";
import { useRefreshContacts } from "./contact-calls";
import { usesText } from "./contact-labels";
import classes from "./contacts.module.css";

type ContactQuestionKind = "pause" | "resume" | "group" | "replace" | "delete";
type ContactQuestion = { kind: ContactQuestionKind; contacts: Contact[]; onDone: () => void };

export function useContactQuestion() {
	const [question, setQuestion] = useState<ContactQuestion | null>(null);
	return { question, ask: setQuestion, close: () => setQuestion(null) };
}

type ContactDialogsProps = { question: ContactQuestion | null; onClose: () => void; isOwnPage?: boolean };

export function ContactDialogs({ question, onClose, isOwnPage = false }: ContactDialogsProps) {
	const navigate = useNavigate();
	if (question === null) return null;
	const { kind, contacts, onDone } = question;
	const done = async () => {
		onClose();
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

type ActDialogProps = Pick<DialogProps, "onClose"> & {
	title: string;
	label: string;
	isDangerous?: boolean;
	/** False: a field says why nothing was done. */
	act: () => Promise<false | undefined>;
	/** Returns true where a field shows it. */
	onRefused?: (fields: Record<string, string>, reason: string | null) => boolean;
	children: ReactNode;
};

function ActDialog({ title, label, isDangerous = false, onClose, act, onRefused, children }: ActDialogProps) {
	const [isBusy, setIsBusy] = useState(false);
	const [failure, setFailure] = useState<string | null>(null);
	const run = async () => {
		if (isBusy) return;
		setIsBusy(true);
		setFailure(null);
		try {
			if ((await act()) === false) setIsBusy(false);
		} catch (error) {
			const { fields, reason } = readFailure(error);
			if (!onRefused?.(fields, reason)) setFailure(sentenceFor(error));
			setIsBusy(false);
		}
	};
	return (
		<Modal opened={useOpenedLate(true)} onClose={onClose} title={title} size={480} closeOnClickOutside={false}>
			<form
				noValidate
				className={classes.dialog}
				onSubmit={(event) => {
					event.preventDefault();
					void run();
				}}
			>
				{children}
				<FormFailure failure={failure} />
				<ButtonRow>
					<Button variant="default" onClick={onClose} disabled={isBusy}>
						Cancel
					</Button>
					<Button type="submit" color={isDangerous ? "red" : undefined} loading={isBusy}>
						{label}
					</Button>
				</ButtonRow>
			</form>
		</Modal>
	);
}

const hourMs = 60 * 60 * 1000;
/** Milliseconds; `until` shows a field for a time. */
const usualPauseMs = 24 * hourMs;

function PauseDialog({ contacts, onClose, onDone }: DialogProps) {
	const refresh = useRefreshContacts();
	const pause = useUntil(viewerUntilClock, usualPauseMs);
	const act = async () => {
		const until = pause.until();
		if (pause.complaint !== null || until === null) {
			pause.complain();
			return false;
		}
		await trpcClient.contact.pauseContacts.mutate({ contactIds: idsOf(contacts), until });
		toast.success(`${nameOrCount(contacts)} paused.`);
		await refresh();
		await onDone();
		return undefined;
	};
	return (
		<ActDialog
			title={`Pause ${nameOrCount(contacts)}`}
			label="Pause"
			onClose={onClose}
			act={act}
			onRefused={pause.refuse}
		>
			<p className={classes.lead}>
				Alerts and reports are not sent meanwhile, nor sent later. The delivery log names each one.
			</p>
			{pause.fields}
		</ActDialog>
	);
}

function ResumeDialog({ contacts, onClose, onDone }: DialogProps) {
	const refresh = useRefreshContacts();
	const act = async () => {
		await trpcClient.contact.pauseContacts.mutate({ contactIds: idsOf(contacts), until: null });
		toast.success(`${nameOrCount(contacts)} no longer paused.`);
		await refresh();
		await onDone();
		return undefined;
	};
	return (
		<ActDialog title={`Resume ${nameOrCount(contacts)}`} label="Resume" onClose={onClose} act={act}>
			<p className={classes.lead}>Alerts and reports are sent again from now on. What was left out stays so.</p>
		</ActDialog>
	);
}

function GroupDialog({ contacts, onClose, onDone }: DialogProps) {
	const refresh = useRefreshContacts();
	const groups = useQuery(contactGroupList());
	const [addGroupIds, setAdded] = useState<string[]>([]);
	const [removeGroupIds, setRemoved] = useState<string[]>([]);
	const [complaint, setComplaint] = useState<string | null>(null);
	const choices = groups.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
	const act = async () => {
		if (addGroupIds.length + removeGroupIds.length === 0) {
			setComplaint("Choose a contact group.");
			return false;
		}
		await trpcClient.contact.groupContacts.mutate({ contactIds: idsOf(contacts), addGroupIds, removeGroupIds });
		toast.success(`${nameOrCount(contacts)} changed.`);
		await refresh();
		await onDone();
		return undefined;
	};
	return (
		<ActDialog title={`Contact groups of ${nameOrCount(contacts)}`} label="Change" onClose={onClose} act={act}>
			{groups.data?.length === 0 && <p className={classes.lead}>There is no contact group yet. Create one first.</p>}
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
		</ActDialog>
	);
}

type SuccessorProps = {
	going: Contact[];
	label: string;
	value: string | null;
	error: string | null;
	onChange: (id: string | null) => void;
};

const offeredAtOnce = 50;

function SuccessorSelect({ going, label, value, error, onChange }: SuccessorProps) {
	const contacts = useQuery(contactList());
	const goingIds = new Set(idsOf(going));
	const choices = contacts.data?.filter(({ id }) => !goingIds.has(id)) ?? [];
	return (
		<Select
			label={label}
			searchable
			clearable
			limit={offeredAtOnce}
			openOnFocus={false}
			data={choices.map(({ id, fullName, email, phone }) => ({
				value: id,
				label: [fullName, email ?? phone].filter(Boolean).join(", "),
			}))}
			value={value}
			error={error}
			onChange={onChange}
		/>
	);
}

function ReplaceDialog({ contacts, onClose, onDone }: DialogProps) {
	const refresh = useRefreshContacts();
	const [successorId, setSuccessorId] = useState<string | null>(null);
	const [complaint, setComplaint] = useState<string | null>(null);
	const act = async () => {
		if (successorId === null) {
			setComplaint("Choose who takes over.");
			return false;
		}
		const { changed } = await trpcClient.contact.replaceContacts.mutate({ contactIds: idsOf(contacts), successorId });
		toast.success(changed === 0 ? "Nothing was sent to them: nothing changed." : `Replaced in ${placesText(changed)}.`);
		await refresh();
		await onDone();
		return undefined;
	};
	return (
		<ActDialog title={`Replace ${nameOrCount(contacts)}`} label="Replace everywhere" onClose={onClose} act={act}>
			<p className={classes.lead}>
				In every alert and report, {nameOrCount(contacts)} gives way to somebody else. The contact itself stays.
			</p>
			<SuccessorSelect
				going={contacts}
				label="Who takes over"
				value={successorId}
				error={complaint}
				onChange={(id) => {
					setSuccessorId(id);
					setComplaint(null);
				}}
			/>
		</ActDialog>
	);
}

function placesText(count: number): string {
	return count === 1 ? "one place" : `${count} places`;
}

function DeleteDialog({ contacts, onClose, onDone }: DialogProps) {
	const refresh = useRefreshContacts();
	const [successorId, setSuccessorId] = useState<string | null>(null);
	const [complaint, setComplaint] = useState<string | null>(null);
	const used = contacts.filter(({ useCounts }) => usesText(useCounts) !== null);
	const [only] = contacts.length === 1 ? contacts : [];
	const onlyUses = only && usesText(only.useCounts);
	const act = async () => {
		await trpcClient.contact.deleteContacts.mutate({ contactIds: idsOf(contacts), successorId });
		toast.success(`${nameOrCount(contacts)} deleted.`);
		await onDone();
		await refresh();
		return undefined;
	};
	return (
		<ActDialog
			title={`Delete ${nameOrCount(contacts)}`}
			label={`Delete ${countOf(contacts.length, "contact")}`}
			isDangerous
			onClose={onClose}
			act={act}
			onRefused={(fields, reason) => {
				if (reason === "CONTACT_NEEDED") {
					setComplaint("An alert or report would be left without anybody. Choose who takes over.");
				} else if (fields.successorId) setComplaint(fields.successorId);
				return reason === "CONTACT_NEEDED" || fields.successorId !== undefined;
			}}
		>
			<p className={classes.lead}>
				{used.length === 0
					? "No alert and no report is sent there. What was sent stays in the delivery log. This cannot be undone."
					: `${onlyUses ? `${onlyUses} is sent to this contact.` : `${countOf(used.length, "contact")} of these ${used.length === 1 ? "gets" : "get"} alerts or reports.`} This cannot be undone.`}
			</p>
			{used.length > 0 && (
				<SuccessorSelect
					going={contacts}
					label="Who takes over"
					value={successorId}
					error={complaint}
					onChange={(id) => {
						setSuccessorId(id);
						setComplaint(null);
					}}
				/>
			)}
		</ActDialog>
	);
}

const dialogs: Record<ContactQuestionKind, (props: DialogProps) => ReactNode> = {
	pause: PauseDialog,
	resume: ResumeDialog,
	group: GroupDialog,
	replace: ReplaceDialog,
	delete: DeleteDialog,
};
