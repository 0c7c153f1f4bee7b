/** Names that lead to the machine or the network of whoever sends, by their last label. */
const innerNames = ["localhost", "local", "internal", "intranet", "lan", "home", "corp", "arpa", "onion", "invalid"];

const form = /^https:\/\/([^/?#\\]+)([/?#][\x21-\x7e]*)?$/i;
const hostForm = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;

/**
 * Why no message is sent to this address, for people; null: it may be. By its text alone: what a name resolves to is
 * the sender's to check.
 */
export function webhookComplaint(text: string): string | null {
	if (!/^https:\/\//i.test(text)) return "Enter an address that begins with https://.";
	const [, authority] = form.exec(text) ?? [];
	if (authority === undefined) return "Enter an address such as https://example.com/hook, without spaces.";
	if (authority.includes("@")) return "Leave the user name and password out of the address.";
	// Browsers read a last label of digits, or of 0x and digits, as an IPv4 address in one of its many forms.
	if (authority.startsWith("[") || /(^|\.)(\d+|0x[\da-f]*)\.?(:\d*)?$/i.test(authority))
		return "Enter a host name, not an IP address.";
	if (authority.includes(":")) return "Leave the port out: only the usual one of https is used.";
	const last = authority.split(".").at(-1)?.toLowerCase() ?? "";
	if (!authority.includes(".") || innerNames.includes(last)) return "This host cannot be reached from outside.";
	return hostForm.test(authority) ? null : "Enter an address such as https://example.com/hook.";
}
