import { fileURLToPath } from "node:url";
import { environmentNames, environmentOption, isEnvironmentName } from "./deploy/environment-names.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export const accountPattern = /^acc_[0-9a-z]{26}$/;

/** SQL condition. An older release that runs beside this one writes only `members_directory`. */
export function accountExists(accountId) {
	const tables = ["memberships", "members_directory"];
	return `EXISTS (${tables.map((table) => `SELECT 1 FROM ${table} WHERE account_id = '${accountId}'`).join(" UNION ALL ")})`;
}

export const placeUsage = `[--local | --env ${environmentNames.join("|")}]`;

export const placeOptions = {
	local: { type: "boolean", default: false },
	env: environmentOption(),
};

export function placeOf({ local, env }) {
	if (local) return { kind: "local" };
	return isEnvironmentName(env) ? { kind: "edge", environment: env } : null;
}

export async function queryDirectory(sql, where) {
	// Imported late: wrangler takes a second, which a misspelled command should not.
	const { queryDirectory: query } = await import("./deploy/directory.ts");
	return query(sql, { root, where });
}
