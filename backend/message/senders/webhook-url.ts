const longest = 2_000;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
const inward = /(^|\.)(localhost|local|internal|home\.arpa|test|example|invalid|onion)$/;

/**
 * Why messages may not be posted to an address, in a sentence; null: they may. In local runs they may stay on this
 * machine, without TLS.
 */
export function webhookUrlProblem(
	text: string,
	{ ownHost, isLocal }: { ownHost: string | null; isLocal: boolean },
): string | null {
	if (text.length > longest) return `At most ${longest} characters.`;
	const url = URL.canParse(text) ? new URL(text) : null;
	if (!url) return "Enter a whole address, as https://example.com/hook.";
	if (isLocal && loopbackHosts.has(url.hostname) && /^https?:$/.test(url.protocol)) return null;
	if (url.protocol !== "https:") return "The address must begin with https://.";
	if (url.username !== "" || url.password !== "") return "The address must hold no user name and no password.";
	if (isIpAddress(url.hostname)) return "Use a name, not an IP address.";
	const host = url.hostname.replace(/\.$/, "");
	if (!host.includes(".") || inward.test(host)) return "This name is not reachable from the internet.";
	if (ownHost !== null && host === ownHost) return "This is the console itself.";
	return null;
}

/** The URL parser has brought every spelling of an IPv4 address into the one with four numbers. */
function isIpAddress(hostname: string): boolean {
	return hostname.startsWith("[") || /^\d+(\.\d+){3}\.?$/.test(hostname);
}
