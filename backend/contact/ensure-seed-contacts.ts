import type { SeedContact } from "../../shared/local-seed";
import type { RowStore } from "../account/new-user";
import { findContactByName, insertContact } from "./contact-rows";

/** Adds the contacts of a local run that are not there yet, by name. */
export function ensureSeedContacts({ db, newId }: RowStore, contacts: SeedContact[]): void {
	for (const contact of contacts) {
		if (!findContactByName(db, contact.fullName)) insertContact(db, { id: newId("contact"), ...contact });
	}
}

/** Throws for a name no contact has. */
export function contactIdsByName({ db }: RowStore, names: string[]): string[] {
	return names.map((name) => {
		const contact = findContactByName(db, name);
		if (!contact) throw new Error(`No seeded contact is named ${name}`);
		return contact.id;
	});
}
