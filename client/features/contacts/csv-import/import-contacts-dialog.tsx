import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { limits } from "../../../../shared/base/limits";
import type { Contact, ContactGroup, CreateContact } from "../../../../shared/message/contact";
import { contactList } from "../../../api/queries";
import { trpcClient } from "../../../api/trpc";
import { ImportDialog, type PreviewFrame } from "../../../forms/file-import/import-dialog";
import { PreviewStep } from "../../../forms/file-import/preview-step";
import { useFileLines } from "../../../forms/file-import/use-file-lines";
import { useLineImport } from "../../../forms/file-import/use-line-import";
import { viewerZone } from "../../../ui/time/time-display";
import { t } from "../../../words/made/contacts";
import { useRefreshContacts } from "../contact-calls";
import { contactFile, contactRules } from "./contact-rules";

type ImportContactsDialogProps = { isOpen: boolean; onClose: () => void; groups: ContactGroup[] };

export function ImportContactsDialog({ isOpen, onClose, groups }: ImportContactsDialogProps) {
	return (
		<ImportDialog list={contactFile} isOpen={isOpen} onClose={onClose} isHistoryEntry={false}>
			{(frame) => <ContactPreview {...frame} groups={groups} />}
		</ImportDialog>
	);
}

const noEmails: ReadonlySet<string> = new Set();

function ContactPreview({ file, groups, ...frame }: PreviewFrame & { groups: ContactGroup[] }) {
	const contacts = useQuery(contactList());
	// Fixed when the file opens: an added line must not collide with its own e-mail.
	const [takenEmails, setTakenEmails] = useState<ReadonlySet<string> | null>(null);
	if (takenEmails === null && contacts.data) {
		setTakenEmails(new Set(contacts.data.flatMap(({ email }) => email?.toLowerCase() ?? [])));
	}
	const fileLines = useFileLines(contactFile, file);
	const { targets } = fileLines;
	const rules = useMemo(
		() => contactRules({ targets, groups, takenEmails: takenEmails ?? noEmails, timeZone: viewerZone }),
		[targets, groups, takenEmails],
	);
	return (
		<PreviewStep
			{...frame}
			list={contactFile}
			fileLines={fileLines}
			rules={rules}
			importer={useContactImport()}
			isBehind={takenEmails === null}
			aboutAdded={<p>{t("import.done")}</p>}
		/>
	);
}

const factsOf = ({ fullName, email, phone }: Pick<Contact, "fullName" | "email" | "phone">) =>
	JSON.stringify([fullName.trim(), email?.trim() ?? null, phone]);

function useContactImport() {
	return useLineImport<CreateContact>({
		mostPerCall: limits.contactsPerCreation,
		create: (contacts) => trpcClient.contact.createContacts.mutate({ contacts }),
		getExisting: async () => {
			const contacts = await trpcClient.account.getContacts.query();
			return contacts.map((contact) => ({ id: contact.id, facts: factsOf(contact) }));
		},
		factsOf: ({ fullName, email, phone }) => factsOf({ fullName, email: email ?? null, phone: phone ?? null }),
		refresh: useRefreshContacts(),
	});
}
