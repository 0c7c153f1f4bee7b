import type { Contact } from "../../shared/contact";
import { procedureFor, router } from "../base/trpc";
import { listContacts } from "../db/contact-rows";

export const contactRouter = router({
	getContacts: procedureFor("viewContacts").query(({ ctx }): Contact[] => listContacts(ctx.db)),
});
