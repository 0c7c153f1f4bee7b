import {
	IconAddressBook,
	IconFileImport,
	IconFolderOpen,
	IconPlayerPause,
	IconPlayerPlay,
	IconTrash,
	IconUserShare,
	IconUsersGroup,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { contactTextNames } from "../../../shared/base/plain-fields";
import { type Contact, type ContactGroup, isQuietAt } from "../../../shared/message/contact";
import { Address, deliveryChannelLabel, reachLabels, reachOf } from "../../entities/contact";
import { ViewTabs } from "../../forms/views/view-tabs";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton, NewLink } from "../../ui/form/guarded-button";
import type { BulkAction } from "../../ui/table/bulk-bar";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import { type Facet, type ListColumn, rowId } from "../../ui/table/list-rows";
import { PageActions } from "../../ui/table/page-actions";
import type { RowAction } from "../../ui/table/row-menu";
import { t } from "../../words/made/contacts";
import { ContactDialogs, useContactQuestion } from "./contact-dialogs";
import { ruleUsesText, usesText } from "./contact-labels";

const ContactGroupsDialog = lazy(async () => ({
	default: (await import("./contact-groups-dialog")).ContactGroupsDialog,
}));
const ImportContactsDialog = lazy(async () => ({
	default: (await import("./csv-import/import-contacts-dialog")).ImportContactsDialog,
}));

const importIcon = <IconFileImport size={17} stroke={1.7} />;

const searched = (contact: Contact) => {
	const { fullName, email, phone } = contact;
	return [fullName, ...contactTextNames.map((text) => contact[text]), email, phone];
};

type ContactListProps = {
	rows: Contact[];
	groups: ContactGroup[];
	denial: string | null;
	now: number;
};

export function ContactList({ rows, groups, denial, now }: ContactListProps) {
	const navigate = useNavigate();
	const columns = useMemo(() => contactColumns(groups, now), [groups, now]);
	const facets = useMemo(() => contactFacets(now), [now]);
	const { question, close, rowAction, bulkAction } = useContactQuestion();
	const [opened, setOpened] = useState<"groups" | "import" | null>(null);
	const areGroupsWanted = useIsWanted(opened === "groups");
	const isImportWanted = useIsWanted(opened === "import");

	const rowActions = (row: Contact): RowAction[] => [
		{
			id: "open",
			label: t("open"),
			icon: <IconFolderOpen size={16} />,
			onRun: () => void navigate({ to: "/accounts/contacts/edit/$contactId", params: { contactId: row.id } }),
		},
		row.pausedUntil
			? rowAction("resume", row, { label: t("resume"), icon: <IconPlayerPlay size={16} />, denial })
			: rowAction("pause", row, { label: t("pause"), icon: <IconPlayerPause size={16} />, denial }),
		rowAction("replace", row, { label: t("replace"), icon: <IconUserShare size={16} />, denial }),
		rowAction("delete", row, { label: t("delete"), icon: <IconTrash size={16} />, isDangerous: true, denial }),
	];
	const bulkActions: BulkAction<Contact>[] = [
		bulkAction("pause", {
			label: (count) => t("pauseMany", { count }),
			icon: <IconPlayerPause size={16} />,
			denial,
		}),
		bulkAction("delete", {
			label: (count) => t("deleteMany", { count }),
			icon: <IconTrash size={16} />,
			isDangerous: true,
			denial,
		}),
		...[
			bulkAction("group", { label: () => t("groups"), icon: <IconUsersGroup size={16} />, denial }),
			bulkAction("replace", {
				label: () => t("replace"),
				icon: <IconUserShare size={16} />,
				denial,
			}),
			bulkAction("resume", { label: () => t("resume"), icon: <IconPlayerPlay size={16} />, denial }),
		].map((action) => ({ ...action, isInMenu: true })),
	];
	const otherActions: RowAction[] = [
		{ id: "import", label: t("import"), asks: true, icon: importIcon, denial, onRun: () => setOpened("import") },
		{
			id: "groups",
			label: t("groups"),
			asks: true,
			icon: <IconUsersGroup size={17} stroke={1.7} />,
			denial,
			onRun: () => setOpened("groups"),
		},
	];

	const newLink = (
		<NewLink to="/accounts/contacts/new" denial={denial}>
			{t("new")}
		</NewLink>
	);
	return (
		<>
			<EntityList
				title={t("list.title")}
				noun="contact"
				rows={rows}
				rowKey={rowId}
				columns={columns}
				facets={facets}
				searchHint={t("list.searchHint")}
				searched={searched}
				api={{ list: "contacts", hasIds: true }}
				rowActions={rowActions}
				bulkActions={bulkActions}
				views={<ViewTabs screen="contacts" />}
				newLink={newLink}
				headActions={<PageActions name="contacts" actions={otherActions} />}
				empty={{
					icon: <IconAddressBook size={26} />,
					title: t("list.none"),
					text: t("list.none.help"),
					action: (
						<>
							{newLink}
							<GuardedButton denial={denial} icon={importIcon} onClick={() => setOpened("import")}>
								{t("import")}
							</GuardedButton>
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

type NowState = "paused" | "quiet" | "awake";
const nowLabels: Record<NowState, string> = { paused: t("now.paused"), quiet: t("now.quiet"), awake: t("now.awake") };

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
			header: t("contact"),
			csvHeader: "Contact",
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
		{ id: "title", header: t("jobTitle"), isMinor: true, isSoft: true, value: ({ title }) => title || null },
		{
			id: "email",
			header: t("email"),
			csvHeader: "E-mail",
			isMinor: true,
			isWrapping: true,
			value: ({ email, emailStatus }) => email && t("address.withStatus", { address: email, status: emailStatus }),
			cell: ({ email, emailStatus }) => <Address address={email} status={emailStatus} />,
		},
		{
			id: "phone",
			header: t("phone"),
			isMinor: true,
			isWrapping: true,
			value: ({ phone, phoneStatus }) => phone && t("address.withStatus", { address: phone, status: phoneStatus }),
			cell: ({ phone, phoneStatus }) => <Address address={phone} status={phoneStatus} />,
		},
		{
			id: "others",
			header: t("otherChannels"),
			csvHeader: "Other channels",
			isMinor: true,
			isSoft: true,
			value: ({ otherChannels }) => otherChannels.map((channel) => deliveryChannelLabel(channel)).join(", ") || null,
		},
		{ id: "groups", header: t("column.groups"), isMinor: true, isSoft: true, value: groupsText },
		{
			id: "use",
			header: t("usedBy"),
			csvHeader: "Used by",
			isMinor: true,
			value: ({ useCounts }) => ruleUsesText(useCounts),
		},
		{
			id: "now",
			header: t("now"),
			isMinor: true,
			value: (contact) => nowLabels[stateAt(contact, now)],
			cell: (contact) => {
				const state = stateAt(contact, now);
				return state === "awake" ? "—" : <StatusChip tone="off">{nowLabels[state]}</StatusChip>;
			},
		},
		{
			id: "zone",
			header: t("timeZone"),
			csvHeader: "Time zone",
			isMinor: true,
			isSoft: true,
			value: ({ timeZone }) => timeZone,
		},
		ageColumn({
			id: "notified",
			header: t("lastNotified"),
			csvHeader: "Last notified",
			at: ({ lastNotifiedAt }) => lastNotifiedAt,
		}),
		{
			id: "result",
			header: t("lastResult"),
			csvHeader: "Last result",
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

const resultLabels = { ok: t("result.sent"), failed: t("result.failed") } as const;

function contactFacets(now: number): Facet<Contact>[] {
	return [
		{
			name: "reach",
			label: t("reach"),
			options: Object.entries(reachLabels).map(([value, { label }]) => ({ value, label })),
			of: reachOf,
		},
		{
			name: "result",
			label: t("lastMessage"),
			options: [{ value: "failed", label: resultLabels.failed }],
			of: ({ lastResult }) => lastResult ?? "none",
		},
		{
			name: "use",
			label: t("usedBy"),
			options: [{ value: "unused", label: t("usedBy.nothing") }],
			of: ({ useCounts }) => (usesText(useCounts) === null && !useCounts.roles ? "unused" : "used"),
		},
		{
			name: "now",
			label: t("now"),
			options: Object.entries(nowLabels).map(([value, label]) => ({ value, label })),
			of: (contact) => stateAt(contact, now),
		},
	];
}
