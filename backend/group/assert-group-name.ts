import type { AccountDb } from "../context";
import { InputError } from "../errors";
import { listGroupRows } from "./group-rows";

/** Throws InputError where another group than the one of `ownId` has the name. */
export function assertGroupName(db: AccountDb, name: string, ownId: string | null): void {
	if (isNameTaken(db, name, ownId)) throw new InputError({ name: "Another group has this name." });
}

/** Case does not count, of any script: the database would compare ASCII alone. */
export function isNameTaken(db: AccountDb, name: string, ownId: string | null): boolean {
	const key = nameKey(name);
	return listGroupRows(db).some((group) => group.id !== ownId && nameKey(group.name) === key);
}

function nameKey(name: string): string {
	return name.normalize("NFC").toLowerCase();
}
