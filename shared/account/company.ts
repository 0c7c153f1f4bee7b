import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { lengthBeforeCleaning } from "../base/input-bounds";
import { nameText, plainText } from "../base/name-text";
import { type PlainText, recordOf } from "../base/plain-fields";
import { DisplayFormats, displayFormats } from "../formats/display-formats-schema";
import { ReadingUnits } from "../formats/reading-units";
import { EmailAddress } from "../message/contact";
import { RecipientLanguage } from "../message/language";
import { EvidenceCut, reportSettings } from "../report/report-settings";
import { ZoneName } from "../time/time-zones";
import { countryName, isCountry } from "./countries";

type CompanySection = "company" | "address" | "contact" | "display" | "alerts" | "units" | "reports";

/** Hours until an acknowledged alert that is not over comes back. */
const stillOutLimits = { least: 1, most: 24 } as const;
const StillOutHours = z
	.int(errorKey("number.whole"))
	.check(
		z.minimum(stillOutLimits.least, errorKey("number.atLeastOne")),
		z.maximum(stillOutLimits.most, errorKey("number.atMost", { most: stillOutLimits.most })),
	);

export type CompanyFieldTraits = (PlainText | { label: string; kind: "choice" }) & {
	section: CompanySection;
	use?: string;
	autoComplete?: string;
};

const onlyHere = "Shown on this page only.";
const inFoot = "In the footer of e-mails.";

/** All fields of a company. Schemas, form, page and audit derive from this. Empty is "", never null. */
export const companyFields = {
	companyName: {
		label: "Company name",
		length: 64,
		kind: "line",
		section: "company",
		autoComplete: "organization",
		use: "In the header, in invitations and e-mails, and at the head of exports and reports.",
	},
	legalName: { label: "Legal name", length: 120, kind: "line", section: "company", use: inFoot },
	taxId: {
		label: "Tax or VAT number",
		length: 40,
		kind: "line",
		section: "company",
		use: `${onlyHere} Checked by the rules of the country, where they are known.`,
	},
	industry: { label: "Industry", length: 64, kind: "line", section: "company", use: onlyHere },
	description: { label: "Description", length: 500, kind: "paragraph", section: "company", use: onlyHere },
	street: {
		label: "Street",
		length: 120,
		kind: "line",
		section: "address",
		autoComplete: "street-address",
	},
	postcode: {
		label: "Postcode",
		length: 16,
		kind: "line",
		section: "address",
		autoComplete: "postal-code",
	},
	city: { label: "City", length: 64, kind: "line", section: "address", autoComplete: "address-level2" },
	region: {
		label: "State or region",
		length: 64,
		kind: "line",
		section: "address",
		autoComplete: "address-level1",
	},
	country: {
		label: "Country",
		kind: "choice",
		section: "address",
		use: "Phone and tax number are checked by its rules.",
	},
	phone: { label: "Phone", length: 40, kind: "line", section: "contact", autoComplete: "tel" },
	email: { label: "E-mail", length: 254, kind: "line", section: "contact", autoComplete: "email" },
	website: { label: "Website", length: 200, kind: "line", section: "contact", autoComplete: "url" },
	supportContact: {
		label: "Help for users",
		length: 120,
		kind: "line",
		section: "contact",
		use: "Also in every user's menu: whom to ask, and how.",
	},
	timeZone: {
		label: "Time zone",
		kind: "choice",
		section: "display",
		use: "Days, weeks and months of the log where devices keep different clocks; schedules and reports.",
	},
	language: {
		label: "Language",
		kind: "choice",
		section: "display",
		use: "Of messages, link pages and reports, unless a person or a contact has another one.",
	},
	hourCycle: { label: "Clock", kind: "choice", section: "display", use: "Every time on screens and in messages." },
	dateOrder: { label: "Dates", kind: "choice", section: "display", use: "Every date on screens and in messages." },
	weekStart: {
		label: "Week begins on",
		kind: "choice",
		section: "display",
		use: "Calendars, and the weeks of the log.",
	},
	decimalSign: {
		label: "Numbers",
		kind: "choice",
		section: "display",
		use: "Every number on screens and in messages. Fields take both signs.",
	},
	stillOutHours: {
		label: "Acknowledged and not over",
		kind: "choice",
		section: "alerts",
		use: "Then the alert comes back to the person who has it, and after as long again to everyone.",
	},
	temperatureUnit: { label: "Temperatures", kind: "choice", section: "units" },
	units: { label: "Units", kind: "choice", section: "units" },
	reportRetention: {
		label: "Keep report files",
		kind: "choice",
		section: "reports",
		use: "Counted from each run, past runs included. Signed files are kept forever.",
	},
	evidenceRetention: {
		label: "Keep audit and delivery logs",
		kind: "choice",
		section: "reports",
		use: "Who changed what, and who was notified. Older months move to the archive, where they can still be read.",
	},
	reportMail: {
		label: "Reports by e-mail",
		kind: "choice",
		section: "reports",
		use: "A link can be revoked, and stops working when the address changes; an attached file cannot.",
	},
	fileCheck: {
		label: "File check",
		kind: "choice",
		section: "reports",
		use: "Lets anyone with a file check it on /verify, without signing in.",
	},
	signing: {
		label: "Signatures",
		kind: "choice",
		section: "reports",
		use: "Separate people: a file is reviewed before it is approved, and who saved or ran the report approves none.",
	},
	trailReview: {
		label: "Review of the audit log",
		kind: "choice",
		section: "reports",
		use: "Monthly: makes each month's review due, and reminds owners and admins who see every group.",
	},
	assessments: {
		label: "Excursions",
		kind: "choice",
		section: "reports",
		use: "Each one assessed: those that begin from now on stand on the dashboard until somebody has assessed them.",
	},
} as const satisfies Record<string, CompanyFieldTraits>;

export type CompanyField = keyof typeof companyFields;
export const companyFieldNames = Object.keys(companyFields) as CompanyField[]; // keys of a const object are its keyof

export type CompanyChoice = {
	[Field in CompanyField]: (typeof companyFields)[Field]["kind"] extends "choice" ? Field : never;
}[CompanyField];
export type CompanyText = Exclude<CompanyField, CompanyChoice>;

export function isCompanyText(field: CompanyField): field is CompanyText {
	return companyFields[field].kind !== "choice";
}

export const companyTextNames = companyFieldNames.filter(isCompanyText);

export const companySections: { name: CompanySection; title: string; lead?: string }[] = [
	{ name: "company", title: "Company" },
	{ name: "address", title: "Address", lead: inFoot },
	{ name: "contact", title: "How to reach you", lead: inFoot },
	{
		name: "display",
		title: "Times and numbers",
		lead: "Defaults for everyone in the account. Each person can choose their own in My profile.",
	},
	{ name: "alerts", title: "Alerts", lead: "Applies to every alert." },
	{
		name: "units",
		title: "Units",
		lead: "For screens, messages and new reports. Readings stay stored as measured, and exports, the API and webhooks hold them so. Each person can choose their own in My profile.",
	},
	{ name: "reports", title: "Reports", lead: "Applies to every report." },
];

export function fieldUse(field: CompanyField): string | undefined {
	const { use }: CompanyFieldTraits = companyFields[field];
	return use;
}

export function fieldsOfSection(section: CompanySection): CompanyField[] {
	return companyFieldNames.filter((field) => companyFields[field].section === section);
}

export const Company = z.object({
	version: z.number(),
	evidenceCut: z.optional(EvidenceCut),
	...recordOf(companyTextNames, () => z.string()),
	country: z.string(),
	timeZone: z.string(),
	language: RecipientLanguage,
	...DisplayFormats.shape,
	stillOutHours: z.number(),
	...reportSettings,
});
export type Company = z.infer<typeof Company>;

const OptionalEmail = z.string().check(
	lengthBeforeCleaning(companyFields.email.length),
	z.trim(),
	z.maxLength(companyFields.email.length, errorKey("text.tooLong", { most: companyFields.email.length })),
	z.refine(
		(text) => text === "" || EmailAddress.safeParse(text).success,
		errorKey("email.example", { example: "office@example.com" }),
	),
);

/** Adds `https://` to a bare host. */
const Website = z.string().check(
	lengthBeforeCleaning(companyFields.website.length),
	z.trim(),
	z.overwrite((text) => (text === "" || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)),
	z.maxLength(companyFields.website.length, errorKey("text.tooLong", { most: companyFields.website.length })),
	z.refine((text) => text === "" || isWebsite(text), errorKey("page.example")),
);

function isWebsite(text: string): boolean {
	return /^https?:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+([/?#]\S*)?$/i.test(text);
}

export const UpdateCompany = z.object({
	version: z.int(),
	...recordOf(companyTextNames, (text) => plainText(companyFields[text])),
	companyName: nameText(errorKey("company.missing")),
	email: OptionalEmail,
	website: Website,
	country: z.string().check(
		z.maxLength(2, { error: errorKey("country.choose"), abort: true }),
		z.refine((code) => code === "" || isCountry(code), errorKey("country.choose")),
	),
	timeZone: ZoneName,
	language: RecipientLanguage,
	...displayFormats,
	units: z.optional(ReadingUnits),
	stillOutHours: z.optional(StillOutHours),
	...z.partial(z.object(reportSettings)).shape,
});
export type UpdateCompany = z.infer<typeof UpdateCompany>;

/** A company's letterhead: legal name with address, then phone, email and website. Skips empty fields. */
export function letterLines(
	company: Pick<Company, "legalName" | AddressField | ReachField>,
	language?: string,
): string[] {
	const { legalName, phone, email, website } = company;
	const who = [legalName, ...addressLines(company, language)].filter(Boolean).join(", ");
	return [who, [phone, email, website].filter(Boolean).join(", ")].filter(Boolean);
}

type AddressField = "street" | "postcode" | "city" | "region" | "country";
type ReachField = "phone" | "email" | "website";

const postcodeLast = new Set(["US", "CA", "AU", "GB", "IE", "IN", "NZ", "ZA", "PR"]);

export function addressLines(
	{ street, postcode, city, region, country }: Pick<Company, AddressField>,
	language?: string,
): string[] {
	const place = postcodeLast.has(country)
		? [[city, region].filter(Boolean).join(", "), postcode].filter(Boolean).join(" ")
		: [[postcode, city].filter(Boolean).join(" "), region].filter(Boolean).join(", ");
	return [street, place, country === "" ? "" : countryName(country, language)].filter(Boolean);
}
