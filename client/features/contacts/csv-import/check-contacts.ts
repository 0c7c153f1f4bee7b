import { type ContactGroup, CreateContact } from "../../../../shared/contact";
import { contactTexts, recordOf } from "../../../../shared/plain-fields";
import type { CsvFile, FileLine } from "../../../forms/file-import/csv-file";
import {
	columnCountOf,
	type FileColumn,
	type FileTargets,
	matchTargets,
} from "../../../forms/file-import/file-columns";
import type { LineErrors, PreviewLine } from "../../../forms/file-import/preview-table";
import { errorsFrom } from "../../../ui/form/schema-errors";
import { emptyContact, toContactInput } from "../contact-values";

export const contactColumns = {
	name: {
		title: "Name",
		headings: ["name", "fullname", "contact", "person"],
		samples: ["Ana Prado", "Night desk"],
	},
	company: { title: contactTexts.company.label, headings: ["company", "organisation"], samples: ["Northwind", ""] },
	title: { title: contactTexts.title.label, headings: ["title", "role", "jobtitle"], samples: ["Shift lead", ""] },
	email: {
		title: "E-mail",
		headings: ["email", "emailaddress", "mail"],
		samples: ["ana@example.com", ""],
	},
	phone: {
		title: "Phone",
		headings: ["phone", "mobile", "telephone", "phonenumber", "sms"],
		samples: ["+351 21 000 0101", "+351 21 000 0110"],
	},
	zone: {
		title: "Time zone",
		headings: ["timezone", "zone"],
		samples: ["Europe/Lisbon", "Europe/Lisbon"],
	},
	groups: { title: "Contact groups", headings: ["groups", "group", "contactgroups"], samples: ["", ""] },
} satisfies Record<string, FileColumn>;
export type ContactTarget = keyof typeof contactColumns;
const targets = Object.keys(contactColumns) as ContactTarget[]; // keys of a declaration are its keyof
export const contactTitles = recordOf(targets, (target) => contactColumns[target].title);

export type CheckedContact = PreviewLine<ContactTarget> & { contact: CreateContact | null };

type LineContext = {
	targets: FileTargets<ContactTarget>;
	groups: ContactGroup[];
	/** In lower case: a second contact with one's e-mail is most often the same file twice. */
	takenEmails: ReadonlySet<string>;
	/** Where a line names none. */
	timeZone: string;
};

export function headerTargets(file: CsvFile): { hasHeader: boolean; targets: FileTargets<ContactTarget> } {
	const width = columnCountOf(file.lines);
	const heading = Array.from({ length: width }, (_, column) => file.lines[0]?.cells[column] ?? "");
	const named = matchTargets(contactColumns, heading);
	const hasHeader = named.some((target) => target !== null);
	// Without a header the first columns are assumed to be name and e-mail.
	const assumed = heading.map((_, column) => (["name", "email"] as const)[column] ?? null);
	return { hasHeader, targets: hasHeader ? named : assumed };
}

const targetByField: Record<string, ContactTarget> = {
	...{ fullName: "name", company: "company", title: "title", email: "email", phone: "phone" },
	...{ timeZone: "zone", contactGroupIds: "groups" },
};

export function checkContacts(lines: readonly FileLine[], context: LineContext): CheckedContact[] {
	const groupByName = new Map(context.groups.map((group) => [group.name.toLowerCase(), group.id]));
	const lineByEmail = new Map<string, number>();
	return lines.map((line) => {
		const errors: LineErrors<ContactTarget> = {};
		const cell = (target: ContactTarget) => line.cells[context.targets.indexOf(target)] ?? "";
		const groupIds: string[] = [];
		for (const name of cell("groups").split(";")) {
			const id = groupByName.get(name.trim().toLowerCase());
			if (id) groupIds.push(id);
			else if (name.trim() !== "") errors.groups ??= `There is no contact group “${name.trim()}”.`;
		}
		const contact = toContactInput({
			...emptyContact(cell("zone") || context.timeZone),
			...{ fullName: cell("name"), company: cell("company"), title: cell("title") },
			...{ email: cell("email"), phone: cell("phone"), contactGroupIds: [...new Set(groupIds)] },
			defaultChannels: cell("email") === "" ? ["sms"] : ["email"],
		});
		for (const [path, message] of Object.entries(errorsFrom(CreateContact, contact))) {
			errors[targetByField[path.split(".")[0] ?? ""] ?? "line"] ??= message;
		}
		const email = cell("email").toLowerCase();
		const earlier = lineByEmail.get(email);
		if (email !== "" && !errors.email) {
			if (context.takenEmails.has(email)) errors.email = "Another contact has this e-mail.";
			else if (earlier !== undefined) errors.email = `Line ${earlier} has the same e-mail.`;
			else lineByEmail.set(email, line.line);
		}
		return { ...line, errors, contact: Object.keys(errors).length === 0 ? contact : null };
	});
}

/** What the server says of a line, at its columns. */
export function errorsByTarget(fields: Record<string, string>): LineErrors<ContactTarget> {
	const errors: LineErrors<ContactTarget> = {};
	for (const [path, message] of Object.entries(fields)) {
		errors[targetByField[path.split(".")[0] ?? ""] ?? "line"] ??= message;
	}
	return errors;
}
