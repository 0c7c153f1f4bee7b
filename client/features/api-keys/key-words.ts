import type { ApiKey, ApiKeyAccess } from "../../../shared/account/api-key";

export const accessTitles: Record<ApiKeyAccess, string> = {
	read: "Read",
	write: "Read and write",
	audit: "Read, with users and the audit log",
};

export const accessMeanings: Record<ApiKeyAccess, string> = {
	read: "Devices, groups, readings, the log, alerts, contacts and reports.",
	write: "The same, and it may send readings, write notes and acknowledge alerts.",
	audit: "For programs that read access rights and the audit log.",
};

export function stoppedText({ state, keeper }: Pick<ApiKey, "state" | "keeper">): string | null {
	if (state === "active") return null;
	if (state === "expired") return "It has expired: add a new one.";
	const who = keeper.name ?? "Its owner";
	return keeper.name === null
		? `${who} has left. It works again after someone takes it over.`
		: `${who} no longer has the rights of this key. It works again after someone takes it over.`;
}

/** Safe to paste into a POSIX shell. */
export function curlExample(origin: string, key: string): string {
	const call = [`curl '${origin}/api/v1/devices?format=csv' \\`, '  -H "Authorization: Bearer $KEY"'];
	return [`KEY='${key}'`, ...call].join("\n");
}
