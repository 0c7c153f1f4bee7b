import { useMemo } from "react";
import type { Contact, ContactGroup } from "../../shared/message/contact";
import { reachLabels, reachOf } from "../entities/contact";
import { MultiSelect } from "../ui/form/select";
import { useSteadyOptions } from "../ui/form/steady-options";

const shownOptions = 100;

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
	const options = useSteadyOptions(withGone(people, recipients.contactIds, "A contact that is gone"));
	const groups = useSteadyOptions(
		withGone(
			contactGroups.map(({ id, name }) => ({ value: id, label: name })),
			recipients.contactGroupIds,
			"A contact group that is gone",
		),
	);
	const field = (name: keyof Recipients, noun: string) => ({
		label: `${noun}s`,
		searchable: true,
		clearable: true,
		hidePickedOptions: true,
		limit: shownOptions,
		nothingFoundMessage: `No other ${noun.toLowerCase()} found`,
		clearButtonProps: { "aria-label": `Clear: ${noun}s` },
		value: recipients[name],
		error: errorAt(`${path}${name}`),
		onChange: (ids: string[]) => onChange({ [name]: ids }, `${path}${name}`),
	});
	return (
		<>
			<MultiSelect {...options} {...field("contactIds", "Contact")} />
			{(contactGroups.length > 0 || recipients.contactGroupIds.length > 0) && (
				<MultiSelect {...groups} {...field("contactGroupIds", "Contact group")} />
			)}
		</>
	);
}

function contactOption(contact: Contact) {
	const reach = reachOf(contact);
	const note = reach === "reachable" ? "" : ` (${reachLabels[reach].label.toLowerCase()})`;
	return { value: contact.id, label: `${contact.fullName}${note}` };
}

function withGone(options: { value: string; label: string }[], chosen: readonly string[], label: string) {
	const known = new Set(options.map(({ value }) => value));
	return [...options, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label }))];
}
