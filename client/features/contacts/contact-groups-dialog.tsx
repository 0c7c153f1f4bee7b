import { Button, Modal } from "@mantine/core";
import type { ContactGroup } from "../../../shared/contact";
import { trpcClient } from "../../api/trpc";
import { NamedRow, NewName } from "../../forms/named-row";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { ButtonRow } from "../../ui/form/buttons";
import { countOf } from "../../ui/format";
import { useRefreshContacts } from "./contact-calls";
import classes from "./contacts.module.css";

type ContactGroupsDialogProps = { isOpen: boolean; groups: ContactGroup[]; onClose: () => void };

export function ContactGroupsDialog({ isOpen, groups, onClose }: ContactGroupsDialogProps) {
	const refresh = useRefreshContacts();
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={onClose} title="Contact groups" size={520}>
			<div className={classes.dialog}>
				<p className={classes.lead}>
					A change of a contact group reaches every alert and report that is sent to it. Contacts stay when their group
					goes.
				</p>
				{groups.map(({ id: groupId, name, contactCount }) => (
					<NamedRow
						key={groupId}
						label={`${name}, ${countOf(contactCount, "contact")}`}
						name={name}
						refresh={refresh}
						onRename={(next) => trpcClient.contact.renameContactGroup.mutate({ groupId, name: next })}
						onDelete={() => trpcClient.contact.deleteContactGroup.mutate({ groupId })}
					/>
				))}
				<NewName
					label="New contact group"
					refresh={refresh}
					onAdd={(name) => trpcClient.contact.createContactGroup.mutate({ name })}
				/>
				<ButtonRow>
					<Button variant="default" onClick={onClose}>
						Close
					</Button>
				</ButtonRow>
			</div>
		</Modal>
	);
}
