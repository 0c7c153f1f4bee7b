import type { ContactGroup } from "../../../shared/message/contact";
import { trpcClient } from "../../api/trpc";
import { ReadDialog } from "../../forms/action-dialog";
import { NamedRow, NewName } from "../../forms/named-row";
import { countOf } from "../../ui/format";
import { useRefreshContacts } from "./contact-calls";

type ContactGroupsDialogProps = { isOpen: boolean; groups: ContactGroup[]; onClose: () => void };

export function ContactGroupsDialog({ isOpen, groups, onClose }: ContactGroupsDialogProps) {
	const refresh = useRefreshContacts();
	return (
		<ReadDialog isOpen={isOpen} onClose={onClose} title="Contact groups" size={520}>
			<p>
				Changing a contact group changes every alert and report that is sent to it. Deleting a group does not delete its
				contacts.
			</p>
			{groups.map(({ id: groupId, name, contactCount }) => (
				<NamedRow
					key={groupId}
					label={`${name}, ${countOf(contactCount, "contact")}`}
					name={name}
					refresh={refresh}
					onRename={(next) => trpcClient.contact.renameContactGroup.mutate({ groupId, name: next })}
					onDelete={() => trpcClient.contact.deleteContactGroup.mutate({ groupId })}
					lost={lostText(name, contactCount)}
				/>
			))}
			<NewName
				label="New contact group"
				refresh={refresh}
				onAdd={(name) => trpcClient.contact.createContactGroup.mutate({ name })}
			/>
		</ReadDialog>
	);
}

function lostText(name: string, contactCount: number): string {
	if (contactCount === 0) return "It holds no contact.";
	const whose =
		contactCount === 1 ? "Its contact stays and gets" : `Its ${countOf(contactCount, "contact")} stay and get`;
	return `${whose} nothing by “${name}” any more.`;
}
