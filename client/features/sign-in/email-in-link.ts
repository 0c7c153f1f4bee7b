import * as z from "zod/mini";

const EmailAddress = z.email();

export function isEmailAddress(text: string): boolean {
	return EmailAddress.safeParse(text).success;
}

/** The address a link carries: none, one that is no address, or a good one. */
type EmailInLink = { state: "absent" } | { state: "invalid" } | { state: "valid"; email: string };

export function readEmailInLink(email: string | undefined): EmailInLink {
	if (email === undefined || email === "") return { state: "absent" };
	return isEmailAddress(email) ? { state: "valid", email } : { state: "invalid" };
}
