import type { Contact } from "../../shared/contact";
import { reachOf, reachWords } from "../contact-words";
import { TextLink } from "./link";
import { NoRows, Rows } from "./rows";
import { StatusChip } from "./status-chip";

/** The people something is sent to, and whether it reaches them. */
export function ContactRows({ contactIds, contacts }: { contactIds: string[]; contacts: Contact[] }) {
	const chosen = contacts.filter(({ id }) => contactIds.includes(id));
	const goneCount = contactIds.length - chosen.length;
	if (contactIds.length === 0) return <NoRows>Nobody: it is sent to no contact.</NoRows>;
	return (
		<>
			<Rows
				rows={chosen.map((contact) => ({
					key: contact.id,
					name: (
						<TextLink to="/accounts/contacts/edit/$contactId" params={{ contactId: contact.id }}>
							{contact.fullName}
						</TextLink>
					),
					under: [contact.email, contact.phone].filter(Boolean).join(" · "),
					end: <StatusChip tone={reachWords[reachOf(contact)].tone}>{reachWords[reachOf(contact)].label}</StatusChip>,
				}))}
			/>
			{goneCount > 0 && (
				<NoRows>{goneCount === 1 ? "One contact" : `${goneCount} contacts`} of it exist no more.</NoRows>
			)}
		</>
	);
}
