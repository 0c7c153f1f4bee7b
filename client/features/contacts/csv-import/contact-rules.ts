import { limits } from "../../../../shared/base/limits";
import { ownValue } from "../../../../shared/base/own-value";
import { contactTexts } from "../../../../shared/base/plain-fields";
import { type ContactGroup, CreateContact } from "../../../../shared/message/contact";
import { languageNamed } from "../../../../shared/message/language";
import { DeliveryChannel } from "../../../../shared/message/message";
import { deliveryChannelLabel } from "../../../entities/contact";
import type { LineRules } from "../../../forms/file-import/check-lines";
import type { FileColumn, FileTargets, ImportedList, LineErrors } from "../../../forms/file-import/file-columns";
import { errorsFrom } from "../../../ui/form/schema-errors";
import { t } from "../../../words/made/contacts";
import { emptyContact, toContactInput } from "../contact-values";

const contactColumns = {
	name: {
		title: t("name"),
		headings: ["name", "fullname", "contact", "person"],
		samples: ["Ana Prado", "Night desk"],
	},
	company: { title: contactTexts.company.label, headings: ["company", "organisation"], samples: ["Northwind", ""] },
	title: { title: contactTexts.title.label, headings: ["title", "role", "jobtitle"], samples: ["Shift lead", ""] },
	email: {
		title: t("email"),
		headings: ["email", "emailaddress", "mail"],
		samples: ["ana@example.com", ""],
	},
	phone: {
		title: t("phone"),
		headings: ["phone", "mobile", "telephone", "phonenumber", "sms"],
		samples: ["+351 21 000 0101", "+351 21 000 0110"],
	},
	slack: { title: deliveryChannelLabel("slack"), headings: ["slack", "slackurl", "chatwebhook"], samples: ["", ""] },
	teams: { title: deliveryChannelLabel("teams"), headings: ["teams", "teamsurl", "microsoftteams"], samples: ["", ""] },
	pagerduty: { title: deliveryChannelLabel("pagerduty"), headings: ["pagerduty", "pagerdutykey"], samples: ["", ""] },
	zone: {
		title: t("timeZone"),
		headings: ["timezone", "zone"],
		samples: ["Europe/Lisbon", "Europe/Lisbon"],
	},
	language: { title: t("language"), headings: ["language", "lang"], samples: ["English", "en"] },
	groups: { title: t("groups"), headings: ["groups", "group", "contactgroups"], samples: ["", ""] },
} satisfies Record<string, FileColumn>;
export type ContactTarget = keyof typeof contactColumns;

export const contactFile: ImportedList<ContactTarget> = {
	noun: "contact",
	columns: contactColumns,
	assumed: ["name", "email"],
	mostLines: limits.contactsInFile,
	hint: t("import.lead"),
};

type LineContext = {
	targets: FileTargets<ContactTarget>;
	groups: ContactGroup[];
	/** Lower case. A known e-mail usually means that the file is imported twice. */
	takenEmails: ReadonlySet<string>;
	timeZone: string;
};

const targetByField: Record<string, ContactTarget> = {
	fullName: "name",
	company: "company",
	title: "title",
	email: "email",
	phone: "phone",
	slackUrl: "slack",
	teamsUrl: "teams",
	pagerdutyKey: "pagerduty",
	timeZone: "zone",
	language: "language",
	contactGroupIds: "groups",
};

const targetOf = (path: string): ContactTarget | "line" => ownValue(targetByField, path.split(".")[0] ?? "") ?? "line";

const columnsOfChannels = {
	email: "email",
	sms: "phone",
	slack: "slack",
	teams: "teams",
	pagerduty: "pagerduty",
} as const;

function usualOf(cell: (target: ContactTarget) => string): DeliveryChannel[] {
	const filled = DeliveryChannel.options.filter((channel) => {
		const column = ownValue(columnsOfChannels, channel);
		return column !== undefined && cell(column) !== "";
	});
	const first = filled.find((channel) => channel === "email" || channel === "sms");
	return first ? [first] : filled;
}

export function contactRules(context: LineContext): LineRules<ContactTarget, CreateContact> {
	const groupByName = new Map(context.groups.map((group) => [group.name.toLowerCase(), group.id]));
	const read = (cell: (target: ContactTarget) => string) => {
		const errors: LineErrors<ContactTarget> = {};
		const groupIds: string[] = [];
		for (const name of cell("groups").split(";")) {
			const id = groupByName.get(name.trim().toLowerCase());
			if (id) groupIds.push(id);
			else if (name.trim() !== "") errors.groups ??= t("import.noGroup", { name: name.trim() });
		}
		const language = languageNamed(cell("language"));
		if (language === null && cell("language") !== "")
			errors.language = t("import.noLanguage", { name: cell("language") });
		const contact = toContactInput({
			...emptyContact(cell("zone") || context.timeZone),
			language,
			fullName: cell("name"),
			company: cell("company"),
			title: cell("title"),
			email: cell("email"),
			phone: cell("phone"),
			slackUrl: cell("slack"),
			teamsUrl: cell("teams"),
			pagerdutyKey: cell("pagerduty"),
			contactGroupIds: [...new Set(groupIds)],
			defaultChannels: usualOf(cell),
		});
		for (const [path, message] of Object.entries(errorsFrom(CreateContact, contact))) {
			errors[targetOf(path)] ??= message;
		}
		return { input: contact, errors };
	};
	return {
		targets: context.targets,
		read,
		unique: {
			target: "email",
			what: "email",
			keyOf: (email) => email.toLowerCase(),
			taken: context.takenEmails,
		},
		targetOf,
	};
}
