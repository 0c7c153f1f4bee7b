import type { AskableAttribute } from "../../../shared/session";

type AskedAttribute = {
	label: string;
	autoComplete: string;
	type: "text" | "tel";
	help?: string;
	complaint: string;
};

/** How a pool's required attributes are asked for. */
export const askedAttributes: Record<AskableAttribute, AskedAttribute> = {
	name: { label: "Name", autoComplete: "name", type: "text", complaint: "Enter your name." },
	given_name: { label: "First name", autoComplete: "given-name", type: "text", complaint: "Enter your first name." },
	family_name: { label: "Last name", autoComplete: "family-name", type: "text", complaint: "Enter your last name." },
	phone_number: {
		label: "Phone number",
		autoComplete: "tel",
		type: "tel",
		help: "With the country code, such as +351 912 345 678.",
		complaint: "Enter a phone number with its country code.",
	},
};

const phoneNumber = /^\+[1-9]\d{4,14}$/;

/** The value as the user pool takes it (E.164 for a phone number), null where it is none. */
export function attributeFrom(attribute: AskableAttribute, typed: string): string | null {
	const text = typed.trim();
	if (attribute !== "phone_number") return text === "" ? null : text;
	const digits = text.replace(/[\s().-]/g, "");
	return phoneNumber.test(digits) ? digits : null;
}
