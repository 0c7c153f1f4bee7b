import type { Contact } from "../../shared/contact";
import type { Verb } from "../context";
import { listContacts } from "./contact-rows";

export function getContacts({ ctx }: Verb): Contact[] {
	return listContacts(ctx.db);
}
