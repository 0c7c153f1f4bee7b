import type { SeedAccount } from "../../shared/local-seed";
import type { AccountContext } from "../context";
import { createNewId } from "../ids";
import { findGroupByName, insertGroup } from "./group-rows";
import { settleDevices } from "./settle-devices";

type Store = Pick<AccountContext, "db" | "now">;

/** Adds the groups of a local run that are not there yet, by name. Answers their ids by name. */
export function ensureSeedGroups(store: Store, groups: SeedAccount["groups"]): Record<string, string> {
	const added = groups.filter(({ name }) => !findGroupByName(store.db, name));
	if (added.length > 0) addGroups(store, added);
	const present = groups.flatMap(({ name }) => findGroupByName(store.db, name) ?? []);
	return Object.fromEntries(present.map(({ id, name }) => [name, id]));
}

function addGroups({ db, now }: Store, added: SeedAccount["groups"]): void {
	db.transaction(() => {
		for (const [place, group] of added.entries()) {
			// A second apart: devices inherit from the one that was made first.
			const createdAt = now + place * 1000;
			const id = createNewId(createdAt)("group");
			const kind = group.filter ? "dynamic" : "static";
			insertGroup(db, { ...group, id, kind, createdAt: new Date(createdAt) });
		}
		settleDevices(db, "all");
	});
}
