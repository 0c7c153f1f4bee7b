import { recordFault } from "../base/event-log";
import { findHostname } from "../db/host-brand-rows";

type Parts = { directory: D1Database; consoleUrl: string | null };

/** Returns the URL of the account's own hostname, of several the first by name; else the console's URL. */
export async function accountUrl({ directory, consoleUrl }: Parts, accountId: string): Promise<string | null> {
	if (consoleUrl === null) return null;
	try {
		const hostname = await findHostname(directory, accountId);
		return hostname === null ? consoleUrl : atHostname(consoleUrl, hostname);
	} catch (error) {
		recordFault(error, "backend", { event: "hostname-not-known" });
		return consoleUrl;
	}
}

function atHostname(consoleUrl: string, hostname: string): string {
	const url = new URL(consoleUrl);
	url.hostname = hostname;
	return url.origin;
}
