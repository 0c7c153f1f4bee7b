import { IconAddressBook } from "@tabler/icons-react";
import type { Contact } from "../../../shared/contact";
import { Address, addressWords, reachOf, reachWords } from "../../entities/contact";
import { unbuiltAreas } from "../../entities/labels";
import { ReadOnlyNote } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { EntityList } from "../../ui/table/entity-list";
import { ageColumn, NameLink } from "../../ui/table/list-columns";
import type { Facet, ListColumn } from "../../ui/table/list-rows";

const columns: [ListColumn<Contact>, ...ListColumn<Contact>[]] = [
	{
		id: "name",
		header: "Contact",
		value: ({ fullName }) => fullName,
		cell: (contact) => (
			<NameLink
				to="/accounts/contacts/edit/$contactId"
				params={{ contactId: contact.id }}
				under={<StatusChip tone={reachWords[reachOf(contact)].tone}>{reachWords[reachOf(contact)].label}</StatusChip>}
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
		value: ({ email, emailStatus }) => email && `${email} (${addressWords[emailStatus].label.toLowerCase()})`,
		cell: ({ email, emailStatus }) => <Address address={email} status={emailStatus} />,
	},
	{
		id: "phone",
		header: "Phone",
		isMinor: true,
		isWrapping: true,
		value: ({ phone, phoneStatus }) => phone && `${phone} (${addressWords[phoneStatus].label.toLowerCase()})`,
		cell: ({ phone, phoneStatus }) => <Address address={phone} status={phoneStatus} />,
	},
	{ id: "zone", header: "Time zone", isMinor: true, isSoft: true, value: ({ timeZone }) => timeZone },
	ageColumn({ id: "notified", header: "Last notified", at: ({ lastNotifiedAt }) => lastNotifiedAt }),
];

const reachFacet: Facet<Contact> = {
	name: "reach",
	options: Object.entries(reachWords).map(([value, { label }]) => ({ value, label })),
	of: reachOf,
};

const facets = [reachFacet];
const rowKey = ({ id }: Contact) => id;
const searched = ({ fullName, company, title, email, phone }: Contact) => [fullName, company, title, email, phone];

export function ContactList({ rows }: { rows: Contact[] }) {
	return (
		<EntityList
			title="Contacts"
			noun="contact"
			rows={rows}
			rowKey={rowKey}
			columns={columns}
			facets={facets}
			searchHint="Name, company, e-mail"
			searched={searched}
			empty={{
				icon: <IconAddressBook size={26} />,
				title: "No contacts yet",
				text: "Contacts are the people alerts and reports are sent to; they need no sign-in. They cannot be created in this version.",
			}}
		>
			<ReadOnlyNote text={unbuiltAreas.contacts} />
		</EntityList>
	);
}
