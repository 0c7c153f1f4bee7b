import type { SeedAccount } from "../../shared/local-seed";
import type { AccountContext } from "../context";
import { findGroupByName, insertGroup } from "./group-rows";

/** Adds the groups of a local run that are not there yet, by name. */
export function ensureSeedGroups(
	{ db, newId, now }: Pick<AccountContext, "db" | "newId" | "now">,
	groups: SeedAccount["groups"],
): void {
	for (const { name, description } of groups) {
		if (findGroupByName(db, name)) continue;
		insertGroup(db, { id: newId("group"), name, kind: "static", description, createdAt: new Date(now) });
	}
}
