import parsePhoneNumber from "libphonenumber-js/max";
import { type DeliveryChannel, isPhone } from "../../shared/message/message";

const dotlessDomains = ["gmail.com", "googlemail.com"];

/** Returns the key that limits count by: without case, plus suffix, Gmail's dots and a webhook's query. */
export function addressKey(channel: DeliveryChannel, address: string): string {
	if (isPhone(channel)) return phoneKey(address);
	// Some services identify browsers by the query.
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

/** Returns the key for merging. Stricter than `addressKey`, because a wrong merge loses an alert. */
export function sendKey(channel: DeliveryChannel, address: string, secret: string | null): string {
	if (isPhone(channel)) return phoneKey(address);
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
	// DNS form, so that Unicode and ASCII spellings are equal.
	return { name: text.slice(0, Math.max(at, 0)), domain: URL.parse(`https://${domain}`)?.hostname ?? domain };
}

function phoneKey(address: string): string {
	return parsePhoneNumber(address)?.number ?? address;
}
