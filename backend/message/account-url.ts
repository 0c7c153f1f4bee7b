import { recordFault } from "../base/event-log";
import { findHostname } from "../db/host-brand-rows";

type Parts = { directory: D1Database; consoleUrl: string | null };

/**
 * Where links of an account's messages lead: to its own hostname where the operator has mapped one, of several the first
 * by name, on the console's scheme and port. Their paths open at both.
 */
export async function accountUrl({ directory, consoleUrl }: Parts, accountId: string): Promise<string | null> {
	if (consoleUrl === null) return null;
	try {
		const hostname = await findHostname(directory, accountId);
		return hostname === null ? consoleUrl : atHostname(consoleUrl, hostname);
	} catch (error) {
		// A link to the console is as good, and a message is not held up by it.
		recordFault(error, "backend", { event: "hostname-not-known" });
		return consoleUrl;
	}
}

function atHostname(consoleUrl: string, hostname: string): string {
	const url = new URL(consoleUrl);
	url.hostname = hostname;
	return url.origin;
}
