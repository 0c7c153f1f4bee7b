import { useMemo } from "react";
import type { Contact, ContactGroup } from "../../shared/message/contact";
import { reachOf } from "../entities/contact";
import { MultiSelect } from "../ui/form/select";
import { useSteadyOptions } from "../ui/form/steady-options";
import { t } from "../words/made/forms";

const shownOptions = 100;

const contactWords = {
	label: t("recipients.contacts"),
	nothingFoundMessage: t("recipients.noContact"),
	clear: t("recipients.clearContacts"),
};
const groupWords = {
	label: t("recipients.groups"),
	nothingFoundMessage: t("recipients.noGroup"),
	clear: t("recipients.clearGroups"),
};

export type RecipientsOnOffer = { contacts: Contact[]; contactGroups: ContactGroup[] };

export type Recipients = { contactIds: string[]; contactGroupIds: string[] };

type RecipientFieldsProps = RecipientsOnOffer & {
	recipients: Recipients;
	path: string;
	errorAt: (path: string) => string | undefined;
	onChange: (changes: Partial<Recipients>, path: string) => void;
};

export function RecipientFields(props: RecipientFieldsProps) {
	const { recipients, path, contacts, contactGroups, errorAt, onChange } = props;
	const people = useMemo(() => contacts.map(contactOption), [contacts]);
	const options = useSteadyOptions(withGone(people, recipients.contactIds, t("recipients.goneContact")));
	const groups = useSteadyOptions(
		withGone(
			contactGroups.map(({ id, name }) => ({ value: id, label: name })),
			recipients.contactGroupIds,
			t("recipients.goneGroup"),
		),
	);
	const field = (name: keyof Recipients, words: { label: string; nothingFoundMessage: string; clear: string }) => ({
		label: words.label,
		searchable: true,
		clearable: true,
		hidePickedOptions: true,
		limit: shownOptions,
		nothingFoundMessage: words.nothingFoundMessage,
		clearButtonProps: { "aria-label": words.clear },
		value: recipients[name],
		error: errorAt(`${path}${name}`),
		onChange: (ids: string[]) => onChange({ [name]: ids }, `${path}${name}`),
	});
	return (
		<>
			<MultiSelect {...options} {...field("contactIds", contactWords)} />
			{(contactGroups.length > 0 || recipients.contactGroupIds.length > 0) && (
				<MultiSelect {...groups} {...field("contactGroupIds", groupWords)} />
			)}
		</>
	);
}

function contactOption(contact: Contact) {
	const reach = reachOf(contact);
	return { value: contact.id, label: t("recipients.contact", { name: contact.fullName, reach }) };
}

function withGone(options: { value: string; label: string }[], chosen: readonly string[], label: string) {
	const known = new Set(options.map(({ value }) => value));
	return [...options, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label }))];
}
