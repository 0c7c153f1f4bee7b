import parsePhoneNumber, { type NumberType } from "libphonenumber-js/max";

/** Number types that earn by message or that no person reads, by name. */
const declinedTypes: Partial<Record<Exclude<NumberType, undefined>, string>> = {
	PREMIUM_RATE: "a premium-rate number",
	SHARED_COST: "a shared-cost number",
	PERSONAL_NUMBER: "a personal number that forwards calls at a cost",
	PAGER: "a pager",
	VOICEMAIL: "a voicemail number",
	UAN: "a company's access number",
};

export type ReadPhone = { number: string; country: string } | { complaint: string };

export function readPhone(text: string): ReadPhone {
	const phone = parsePhoneNumber(text);
	if (!phone?.isValid()) return { complaint: "There is no such phone number. Check the country code and the digits." };
	const { number, country } = phone;
	// Satellites and international networks cost many times as much.
	if (country === undefined) return { complaint: "This number belongs to no country. Enter a mobile number." };
	const type = declinedTypes[phone.getType() ?? "MOBILE"];
	if (type !== undefined) return { complaint: `This is ${type}, and gets no SMS. Enter a mobile number.` };
	return { number, country };
}
