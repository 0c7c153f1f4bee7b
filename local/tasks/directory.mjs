// What the operator's commands share that read or change the directory: which one, and which accounts it knows.
import { fileURLToPath } from "node:url";
import { environmentNames, environmentOption, isEnvironmentName } from "./deploy/environment-names.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Such an id holds nothing that SQL would have to quote. */
export const accountPattern = /^acc_[0-9a-z]{26}$/;

/** For a statement. An older release that runs beside this one writes `members_directory` alone. */
export function accountExists(accountId) {
	const tables = ["memberships", "members_directory"];
	return `EXISTS (${tables.map((table) => `SELECT 1 FROM ${table} WHERE account_id = '${accountId}'`).join(" UNION ALL ")})`;
}

export const placeUsage = `[--local | --env ${environmentNames.join("|")}]`;

/** For `readCommandLine`. */
export const placeOptions = {
	local: { type: "boolean", default: false },
	env: environmentOption(),
};

/** The directory of a local run or of an environment. Null: there is no environment of that name. */
export function placeOf({ local, env }) {
	if (local) return { kind: "local" };
	return isEnvironmentName(env) ? { kind: "edge", environment: env } : null;
}

/** Returns the rows of each statement in `sql`. Rejects with a sentence for people. */
export async function queryDirectory(sql, where) {
	// It loads wrangler, which takes a second: a command that was misspelled ends before.
	const { queryDirectory: query } = await import("./deploy/directory.ts");
	return query(sql, { root, where });
}
