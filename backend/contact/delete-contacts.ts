import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import type { ChangedContacts, DeleteContacts, ReplaceContacts } from "../../shared/message/contact";
import { eraseFromAudit } from "../activity/audit";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { type ContactRow, deleteContactRows } from "../db/contact-rows";
import { assertWholeScope } from "../group/scope";
import { existingContacts } from "./change-contacts";
import { contactOrThrow, namedContacts } from "./contact-projection";
import { replaceInReports, replaceInRosters, replaceInRounds, replaceInRules, replaceInStorage } from "./rule-contacts";

/** All or none. Throws NOT_PERMITTED, CONTACT_NOT_FOUND, and CONTACT_NEEDED if a rule or report has none left. */
export function deleteContacts({ ctx, input }: Call<DeleteContacts>): ChangedContacts {
	assertWholeScope(ctx);
	ctx.audit.change({ contact: input.contactIds }, () => {
		const going = existingContacts(ctx, input.contactIds);
		const successor = input.successorId === null ? null : successorOrThrow(ctx, going, input.successorId);
		replaceEverywhere(ctx, going, successor);
		const ids = going.map(({ id }) => id);
		deleteContactRows(ctx.db, ids);
		eraseFromAudit(ctx.db, ids);
		const whose = namedContacts(going);
		const heir = successor?.fullName;
		const text = heir === undefined ? said("contact.deleted", whose) : said("contact.deletedHeir", { ...whose, heir });
		addConfigEvent(ctx, null, text);
	});
	changed(ctx);
	return { changed: input.contactIds.length };
}

/** Replaces contacts in every rule and report. Throws NOT_PERMITTED and CONTACT_NOT_FOUND. */
export function replaceContacts({ ctx, input }: Call<ReplaceContacts>): ChangedContacts {
	assertWholeScope(ctx);
	const count = ctx.audit.change({}, () => {
		const replaced = existingContacts(ctx, input.contactIds);
		const successor = successorOrThrow(ctx, replaced, input.successorId);
		const positions = replaceEverywhere(ctx, replaced, successor);
		const text = said("contact.replaced", { ...namedContacts(replaced), heir: successor.fullName });
		if (positions > 0) addConfigEvent(ctx, null, text);
		return positions;
	});
	changed(ctx);
	return { changed: count };
}

function changed({ invalidations }: MemberContext): void {
	invalidations.changed("account", "all");
	invalidations.changed("alerts", "all");
	invalidations.changed("reports", "all");
}

function successorOrThrow(ctx: MemberContext, replaced: ContactRow[], successorId: string): ContactRow {
	if (replaced.some(({ id }) => id === successorId))
		throw new InputError({ successorId: errorKey("contact.successor") });
	return contactOrThrow(ctx, successorId);
}

/** Returns the number of rules, reports and settings with a replacement. */
function replaceEverywhere(ctx: MemberContext, contacts: ContactRow[], successor: ContactRow | null): number {
	const contactIds = new Set(contacts.map(({ id }) => id));
	const going = { contactIds, contactGroupIds: new Set<string>(), successorId: successor?.id ?? null };
	const others = replaceInRosters(ctx, going) + replaceInRounds(ctx, going);
	return others + replaceInRules(ctx, going) + replaceInReports(ctx, going) + replaceInStorage(ctx, going);
}
