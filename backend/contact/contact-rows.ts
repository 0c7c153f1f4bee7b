import { asc } from "drizzle-orm";
import type { Contact } from "../../shared/contact";
import type { AccountDb } from "../context";
import { contacts } from "../schema";

export function listContacts(db: AccountDb): Contact[] {
	return db.select().from(contacts).orderBy(asc(contacts.fullName), asc(contacts.id)).all();
}
