import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { lengthBeforeCleaning } from "../base/input-bounds";

/**
 * Endings of names that lead to the sender's machine or network, or nowhere. Checked on save and before each sending.
 * RFC 2606, 6761, 6762, 7686, 8375 and 9476, ICANN's private names, and names of containers and routers.
 */
const innerNames = [
	...["localhost", "localdomain", "local", "internal", "intranet", "private", "lan", "home", "corp", "mail", "svc"],
	...["arpa", "test", "example", "invalid", "onion", "alt"],
];
/** Public names that resolve to the address in the name, to this machine, or to changing addresses. */
const addressNames = [
	...["nip.io", "sslip.io", "xip.io", "nip.direct", "traefik.me", "backname.io", "localtest.me", "local.gd"],
	...["lvh.me", "vcap.me", "lacolhost.com", "fuf.me", "rbndr.us", "1u.ms"],
];

const longest = 2_000;
const form = /^https:\/\/([^/?#\\]+)([/?#][\x21-\x7e]*)?$/i;
const hostForm = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;
const thisMachine = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?#][\x21-\x7e]*)?$/i;

/** `ownHosts`: the console's hosts. `isLocal`: a local run, whose messages may go to this machine. */
type WebhookRules = { ownHosts?: readonly string[]; isLocal?: boolean };

/** Why the address is rejected, for people; null: valid. The sender checks what the name resolves to. */
export function webhookComplaint(text: string, { ownHosts = [], isLocal = false }: WebhookRules = {}): string | null {
	if (text.length > longest) return errorKey("text.tooLong", { most: longest });
	if (isLocal && thisMachine.test(text)) return null;
	if (!/^https:\/\//i.test(text)) return errorKey("webhook.https");
	const authority = form.exec(text)?.[1]?.replace(/:443$/, "");
	if (authority === undefined) return errorKey("webhook.spaces");
	if (authority.includes("@")) return errorKey("webhook.password");
	// Browsers read a last label of digits, or of 0x and digits, as an IPv4 address.
	if (authority.startsWith("[") || /(^|\.)(\d+|0x[\da-f]*)\.?(:\d*)?$/i.test(authority))
		return errorKey("webhook.hostName");
	if (authority.includes(":")) return errorKey("webhook.port");
	return hostComplaint(authority.toLowerCase(), ownHosts);
}

export function urlParts(url: string): { host: string; path: string } {
	const [, authority = "", path = ""] = form.exec(url) ?? [];
	return { host: authority.replace(/:443$/, "").toLowerCase(), path: path.split(/[?#]/)[0] ?? "" };
}

function hostComplaint(host: string, ownHosts: readonly string[]): string | null {
	const name = host.replace(/\.$/, "");
	if (ownHosts.some((own) => own.toLowerCase() === name)) return errorKey("webhook.ownConsole");
	const endsWith = (ending: string) => name === ending || name.endsWith(`.${ending}`);
	if (!name.includes(".") || innerNames.some(endsWith) || addressNames.some(endsWith) || holdsInnerAddress(name))
		return errorKey("webhook.unreachable");
	return hostForm.test(host) ? null : errorKey("webhook.example");
}

/** Finds `10-0-0-7.names.example.com`: such names resolve to the address in them. */
function holdsInnerAddress(name: string): boolean {
	// Matches overlap, because a number before the address may look like its part.
	for (const [, text = ""] of name.matchAll(/(?=(?:^|[.-])(\d{1,3}([.-])\d{1,3}\2\d{1,3}\2\d{1,3})(?:[.-]|$))/g)) {
		const [first = 0, second = 0] = text.split(/[.-]/).map(Number);
		const isPrivate =
			first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168);
		const isOfMachine = first === 0 || first === 127 || (first === 169 && second === 254);
		if (isPrivate || isOfMachine || (first === 100 && second >= 64 && second < 128)) return true;
	}
	return false;
}

/** `complaintOf` returns why the address is rejected, for people; null: valid. */
export const urlChecked = (complaintOf: (url: string) => string | null) =>
	z.string().check(
		lengthBeforeCleaning(longest),
		z.trim(),
		z.check<string>((ctx) => {
			const message = complaintOf(ctx.value);
			if (message !== null) ctx.issues.push({ code: "custom", input: ctx.value, message });
		}),
	);

export const WebhookUrl = urlChecked(webhookComplaint);
