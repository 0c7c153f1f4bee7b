import parsePhoneNumber from "libphonenumber-js/max";
import type { DeliveryChannel } from "../../shared/message/message";

/** Where points in the name of a mailbox mean nothing. */
const dotlessDomains = ["gmail.com", "googlemail.com"];

/**
 * By which limits count an address: every spelling of one mailbox, number or endpoint has the same. Of a mailbox, case,
 * what follows a plus and, at Gmail, points make no difference; of a webhook, its query makes none. For counting only:
 * mail goes to the address as it was entered.
 */
export function addressKey(channel: DeliveryChannel, address: string): string {
	if (channel === "sms") return phoneKey(address);
	// Some services tell browsers apart by the query.
	if (channel === "push") return address;
	if (channel !== "email") {
		const url = URL.parse(address);
		return url === null ? address : `${url.host}${url.pathname}`;
	}
	const { name, domain } = mailboxOf(address);
	const [untagged = ""] = name.split("+", 1);
	const isDotless = dotlessDomains.includes(domain);
	const bare = isDotless ? untagged.replaceAll(".", "") : untagged;
	return `${bare || name}@${isDotless ? dotlessDomains[0] : domain}`;
}

/**
 * Whether what goes to one address reaches the other as well: a stricter rule than that of limits, as a user might
 * miss an alert. A webhook is its signature too.
 */
export function sendKey(channel: DeliveryChannel, address: string, secret: string | null): string {
	if (channel === "sms") return phoneKey(address);
	if (channel === "email") {
		const { name, domain } = mailboxOf(address);
		return `${name}@${domain}`;
	}
	const url = URL.parse(address);
	if (url !== null) url.hash = "";
	return `${url?.href ?? address} ${secret ?? ""}`;
}

function mailboxOf(address: string): { name: string; domain: string } {
	const text = address.trim().normalize("NFKC").toLowerCase();
	const at = text.lastIndexOf("@");
	const domain = text.slice(at + 1).replace(/\.$/, "");
	// As DNS writes it, so that a name in its own script and in ASCII are one.
	return { name: text.slice(0, Math.max(at, 0)), domain: URL.parse(`https://${domain}`)?.hostname ?? domain };
}

function phoneKey(address: string): string {
	return parsePhoneNumber(address)?.number ?? address;
}
