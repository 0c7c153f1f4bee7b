import { asc, eq } from "drizzle-orm";
import type { Contact } from "../../shared/contact";
import type { AccountDb } from "../base/context";
import { contacts } from "./schema";

export function listContacts(db: AccountDb): Contact[] {
	return db.select().from(contacts).orderBy(asc(contacts.fullName), asc(contacts.id)).all();
}

export function findContactByName(db: AccountDb, fullName: string): Contact | null {
	return db.select().from(contacts).where(eq(contacts.fullName, fullName)).get() ?? null;
}

export function insertContact(db: AccountDb, contact: Contact): void {
	db.insert(contacts).values(contact).run();
}
