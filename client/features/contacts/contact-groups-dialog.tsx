import type { ContactGroup } from "../../../shared/message/contact";
import { trpcClient } from "../../api/trpc";
import { ReadDialog } from "../../forms/action-dialog";
import { NamedRow, NewName } from "../../forms/named-row";
import { t } from "../../words/made/contacts";
import { useRefreshContacts } from "./contact-calls";

type ContactGroupsDialogProps = { isOpen: boolean; groups: ContactGroup[]; onClose: () => void };

export function ContactGroupsDialog({ isOpen, groups, onClose }: ContactGroupsDialogProps) {
	const refresh = useRefreshContacts();
	return (
		<ReadDialog isOpen={isOpen} onClose={onClose} title={t("groups")} size={520}>
			<p>{t("groups.lead")}</p>
			{groups.map(({ id: groupId, name, contactCount }) => (
				<NamedRow
					key={groupId}
					label={t("groups.row", { count: contactCount, name })}
					name={name}
					refresh={refresh}
					onRename={(next) => trpcClient.contact.renameContactGroup.mutate({ groupId, name: next })}
					onDelete={() => trpcClient.contact.deleteContactGroup.mutate({ groupId })}
					lost={lostText(name, contactCount)}
				/>
			))}
			<NewName
				label={t("groups.new")}
				refresh={refresh}
				onAdd={(name) => trpcClient.contact.createContactGroup.mutate({ name })}
			/>
		</ReadDialog>
	);
}

function lostText(name: string, contactCount: number): string {
	if (contactCount === 0) return t("groups.lost.empty");
	return t("groups.lost", { count: contactCount, name });
}
