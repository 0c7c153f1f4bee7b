import {
	IconAddressBook,
	IconFileImport,
	IconFolderOpen,
	IconPlayerPause,
	IconPlayerPlay,
	IconPlus,
	IconTrash,
	IconUserShare,
	IconUsersGroup,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { type Contact, type ContactGroup, isQuietAt } from "../../../shared/contact";
import { Address, addressLabels, deliveryChannelLabels, reachLabels, reachOf } from "../../entities/contact";
import { ViewsButton } from "../../forms/views/views-button";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countOf } from "../../ui/format";
import { ButtonLink } from "../../ui/layout/link";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";
import type { RowAction } from "../../ui/table/row-menu";
import { ContactDialogs, useContactQuestion } from "./contact-dialogs";
import { usesText } from "./contact-labels";

const ContactGroupsDialog = lazy(async () => ({
	default: (await import("./contact-groups-dialog")).ContactGroupsDialog,
}));
const ImportContactsDialog = lazy(async () => ({
	default: (await import("./csv-import/import-contacts-dialog")).ImportContactsDialog,
}));

const rowKey = ({ id }: Contact) => id;
const searched = ({ fullName, company, title, email, phone }: Contact) => [fullName, company, title, email, phone];

type ContactListProps = {
	rows: Contact[];
	groups: ContactGroup[];
	refusal: string | null;
	/** Epoch ms. */
	now: number;
};

export function ContactList({ rows, groups, refusal, now }: ContactListProps) {
	const navigate = useNavigate();
	const columns = useMemo(() => contactColumns(groups, now), [groups, now]);
	const facets = useMemo(() => contactFacets(now), [now]);
	const { question, ask, close } = useContactQuestion();
	const [opened, setOpened] = useState<"groups" | "import" | null>(null);
	const areGroupsWanted = useIsWanted(opened === "groups");
	const isImportWanted = useIsWanted(opened === "import");
	const guard = refusal === null ? {} : { refusal };

	const rowActions = (row: Contact): RowAction[] => [
		{
			id: "open",
			label: "Open",
			icon: <IconFolderOpen size={16} />,
			onRun: () => void navigate({ to: "/accounts/contacts/edit/$contactId", params: { contactId: row.id } }),
		},
		{
			id: "pause",
			label: row.pausedUntil ? "Resume" : "Pause…",
			icon: row.pausedUntil ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />,
			...guard,
			onRun: () => ask({ kind: row.pausedUntil ? "resume" : "pause", contacts: [row], onDone: () => {} }),
		},
		{
			id: "replace",
			label: "Replace in alerts and reports…",
			icon: <IconUserShare size={16} />,
			...guard,
			onRun: () => ask({ kind: "replace", contacts: [row], onDone: () => {} }),
		},
		{
			id: "delete",
			label: "Delete…",
			icon: <IconTrash size={16} />,
			isDangerous: true,
			...guard,
			onRun: () => ask({ kind: "delete", contacts: [row], onDone: () => {} }),
		},
	];
	const bulkActions: BulkAction<Contact>[] = [
		{
			id: "pause",
			label: (count) => `Pause ${countOf(count, "contact")}`,
			icon: <IconPlayerPause size={16} />,
			...guard,
			onRun: (contacts, onDone) => ask({ kind: "pause", contacts, onDone }),
		},
		{
			id: "delete",
			label: (count) => `Delete ${countOf(count, "contact")}`,
			icon: <IconTrash size={16} />,
			isDangerous: true,
			...guard,
			onRun: (contacts, onDone) => ask({ kind: "delete", contacts, onDone }),
		},
		{
			id: "group",
			label: () => "Contact groups…",
			icon: <IconUsersGroup size={16} />,
			isInMenu: true,
			...guard,
			onRun: (contacts, onDone) => ask({ kind: "group", contacts, onDone }),
		},
		{
			id: "replace",
			label: () => "Replace in alerts and reports…",
			icon: <IconUserShare size={16} />,
			isInMenu: true,
			...guard,
			onRun: (contacts, onDone) => ask({ kind: "replace", contacts, onDone }),
		},
		{
			id: "resume",
			label: () => "Resume",
			icon: <IconPlayerPlay size={16} />,
			isInMenu: true,
			...guard,
			onRun: (contacts, onDone) => ask({ kind: "resume", contacts, onDone }),
		},
	];
	const importButton = (
		<GuardedButton
			refusal={refusal}
			icon={<IconFileImport size={17} stroke={1.7} />}
			onClick={() => setOpened("import")}
		>
			Import
		</GuardedButton>
	);

	return (
		<>
			<EntityList
				title="Contacts list"
				noun="contact"
				rows={rows}
				rowKey={rowKey}
				columns={columns}
				facets={facets}
				searchHint="Name, company, e-mail"
				searched={searched}
				rowActions={rowActions}
				bulkActions={bulkActions}
				headActions={
					<>
						<ViewsButton screen="contacts" />
						{importButton}
						<GuardedButton
							refusal={refusal}
							icon={<IconUsersGroup size={17} stroke={1.7} />}
							onClick={() => setOpened("groups")}
						>
							Contact groups
						</GuardedButton>
						<NewContactButton refusal={refusal} />
					</>
				}
				empty={{
					icon: <IconAddressBook size={26} />,
					title: "No contacts yet",
					text: "Contacts are the people alerts and reports are sent to; they need no sign-in.",
					action: (
						<>
							<NewContactButton refusal={refusal} />
							{importButton}
						</>
					),
				}}
			/>
			<ContactDialogs question={question} onClose={close} />
			<Suspense>
				{areGroupsWanted && (
					<ContactGroupsDialog isOpen={opened === "groups"} groups={groups} onClose={() => setOpened(null)} />
				)}
				{isImportWanted && (
					<ImportContactsDialog isOpen={opened === "import"} groups={groups} onClose={() => setOpened(null)} />
				)}
			</Suspense>
		</>
	);
}

function NewContactButton({ refusal }: { refusal: string | null }) {
	const icon = <IconPlus size={17} stroke={1.7} />;
	if (refusal !== null) {
		return (
			<GuardedButton refusal={refusal} icon={icon} look="primary">
				New contact
			</GuardedButton>
		);
	}
	return (
		<ButtonLink to="/accounts/contacts/new" leftSection={icon}>
			New contact
		</ButtonLink>
	);
}

type NowState = "paused" | "quiet" | "awake";
const nowLabels: Record<NowState, string> = { paused: "Paused", quiet: "Quiet now", awake: "Gets messages now" };

function stateAt(contact: Contact, now: number): NowState {
	if (contact.pausedUntil && contact.pausedUntil.getTime() > now) return "paused";
	return isQuietAt(contact, now) ? "quiet" : "awake";
}

function contactColumns(groups: ContactGroup[], now: number): [ListColumn<Contact>, ...ListColumn<Contact>[]] {
	const nameOf = new Map(groups.map(({ id, name }) => [id, name]));
	const groupsText = ({ contactGroupIds }: Contact) =>
		contactGroupIds.flatMap((id) => nameOf.get(id) ?? []).join(", ") || null;
	return [
		{
			id: "name",
			header: "Contact",
			value: ({ fullName }) => fullName,
			cell: (contact) => (
				<NameLink
					to="/accounts/contacts/edit/$contactId"
					params={{ contactId: contact.id }}
					under={
						<StatusChip tone={reachLabels[reachOf(contact)].tone}>{reachLabels[reachOf(contact)].label}</StatusChip>
					}
				>
					{contact.fullName}
				</NameLink>
			),
		},
		{ id: "title", header: "Title", isMinor: true, isSoft: true, value: ({ title }) => title || null },
		{
			id: "email",
			header: "E-mail",
			isMinor: true,
			isWrapping: true,
			value: ({ email, emailStatus }) => email && `${email} (${addressLabels[emailStatus].label.toLowerCase()})`,
			cell: ({ email, emailStatus }) => <Address address={email} status={emailStatus} />,
		},
		{
			id: "phone",
			header: "Phone",
			isMinor: true,
			isWrapping: true,
			value: ({ phone, phoneStatus }) => phone && `${phone} (${addressLabels[phoneStatus].label.toLowerCase()})`,
			cell: ({ phone, phoneStatus }) => <Address address={phone} status={phoneStatus} />,
		},
		{
			id: "others",
			header: "Other channels",
			isMinor: true,
			isSoft: true,
			value: ({ otherChannels }) => otherChannels.map((channel) => deliveryChannelLabels[channel]).join(", ") || null,
		},
		{ id: "groups", header: "Groups", isMinor: true, isSoft: true, value: groupsText },
		{ id: "use", header: "Used by", isMinor: true, value: ({ useCounts }) => usesText(useCounts) },
		{
			id: "now",
			header: "Now",
			isMinor: true,
			value: (contact) => nowLabels[stateAt(contact, now)],
			cell: (contact) => {
				const state = stateAt(contact, now);
				return state === "awake" ? "—" : <StatusChip tone="off">{nowLabels[state]}</StatusChip>;
			},
		},
		{ id: "zone", header: "Time zone", isMinor: true, isSoft: true, value: ({ timeZone }) => timeZone },
		ageColumn({ id: "notified", header: "Last notified", at: ({ lastNotifiedAt }) => lastNotifiedAt }),
		{
			id: "result",
			header: "Last result",
			isMinor: true,
			value: ({ lastResult }) => (lastResult === null ? null : resultLabels[lastResult]),
			cell: ({ lastResult }) =>
				lastResult === null ? (
					"—"
				) : (
					<StatusChip tone={lastResult === "ok" ? "ok" : "bad"}>{resultLabels[lastResult]}</StatusChip>
				),
		},
	];
}

const resultLabels = { ok: "Sent", failed: "Failed" } as const;

function contactFacets(now: number): Facet<Contact>[] {
	return [
		{
			name: "reach",
			options: Object.entries(reachLabels).map(([value, { label }]) => ({ value, label })),
			of: reachOf,
		},
		{
			name: "result",
			options: [{ value: "failed", label: "Failing" }],
			of: ({ lastResult }) => lastResult ?? "none",
		},
		{
			name: "use",
			options: [{ value: "unused", label: "Unused" }],
			of: ({ useCounts }) => (usesText(useCounts) === null ? "unused" : "used"),
		},
		{
			name: "now",
			options: Object.entries(nowLabels).map(([value, label]) => ({ value, label })),
			of: (contact) => stateAt(contact, now),
		},
	];
}
