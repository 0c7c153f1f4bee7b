import parsePhoneNumber, { type NumberType } from "libphonenumber-js/max";
import { errorKey } from "../../shared/base/error-key";

const declinedTypes: Partial<Record<Exclude<NumberType, undefined>, string>> = {
	PREMIUM_RATE: errorKey("phone.premium"),
	SHARED_COST: errorKey("phone.sharedCost"),
	PERSONAL_NUMBER: errorKey("phone.personal"),
	PAGER: errorKey("phone.pager"),
	VOICEMAIL: errorKey("phone.voicemail"),
	UAN: errorKey("phone.company"),
};

export type ReadPhone = { number: string; country: string } | { complaint: string };

export function readPhone(text: string): ReadPhone {
	const phone = parsePhoneNumber(text);
	if (!phone?.isValid()) return { complaint: errorKey("phone.unknown") };
	const { number, country } = phone;
	// Satellites and international networks cost many times as much.
	if (country === undefined) return { complaint: errorKey("phone.anywhere") };
	const complaint = declinedTypes[phone.getType() ?? "MOBILE"];
	if (complaint !== undefined) return { complaint };
	return { number, country };
}
