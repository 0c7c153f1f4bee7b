import { errorKey } from "../../shared/base/error-key";
import { limits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type {
	ChangedContacts,
	ContactGroup,
	ContactGroupTarget,
	CreateContactGroup,
	GroupContacts,
	PauseContacts,
	RenameContactGroup,
} from "../../shared/message/contact";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { assertToCome, domainError, InputError } from "../base/errors";
import {
	addToContactGroups,
	deleteContactGroupRow,
	groupIdsByContact,
	insertContactGroup,
	listContactGroups,
	removeFromContactGroups,
	renameContactGroupRow,
} from "../db/contact-group-rows";
import { type ContactRow, findContacts, pauseContactRows, raiseContactVersions } from "../db/contact-rows";
import { assertWholeScope } from "../group/scope";
import { namedContacts } from "./contact-projection";
import { replaceInReports, replaceInRules, replaceInStorage } from "./rule-contacts";

/** Messages to a paused contact are not sent later. Throws NOT_PERMITTED and CONTACT_NOT_FOUND. */
export function pauseContacts({ ctx, input }: Call<PauseContacts>): ChangedContacts {
	assertWholeScope(ctx);
	const { until } = input;
	assertToCome(until, ctx.now);
	const found = existingContacts(ctx, input.contactIds);
	const ids = found.filter(({ pausedUntil }) => (pausedUntil?.getTime() ?? null) !== until).map(({ id }) => id);
	if (ids.length === 0) return { changed: 0 };
	ctx.audit.change({ contact: ids }, () => {
		pauseContactRows(ctx.db, ids, until === null ? null : new Date(until));
		const key = until === null ? "contact.notPaused" : "contact.paused";
		addConfigEvent(ctx, null, said(key, namedContacts(findContacts(ctx.db, ids))));
	});
	ctx.invalidations.changed("account", "all");
	return { changed: ids.length };
}

/** Throws NOT_PERMITTED, CONTACT_NOT_FOUND and CONTACT_GROUP_NOT_FOUND. */
export function groupContacts({ ctx, input }: Call<GroupContacts>): ChangedContacts {
	assertWholeScope(ctx);
	for (const groupId of [...input.addGroupIds, ...input.removeGroupIds]) contactGroupOrThrow(ctx.db, groupId);
	const groupIdsOf = groupIdsByContact(ctx.db);
	const ids = existingContacts(ctx, input.contactIds)
		.map(({ id }) => id)
		.filter((id) => {
			const groupIds = groupIdsOf.get(id) ?? [];
			return (
				input.addGroupIds.some((groupId) => !groupIds.includes(groupId)) ||
				input.removeGroupIds.some((groupId) => groupIds.includes(groupId))
			);
		});
	if (ids.length === 0) return { changed: 0 };
	const pairsOf = (groupId: string) => ids.map((contactId) => ({ groupId, contactId }));
	ctx.audit.change({ contact: ids }, () => {
		for (const groupId of input.removeGroupIds) removeFromContactGroups(ctx.db, pairsOf(groupId));
		for (const groupId of input.addGroupIds) addToContactGroups(ctx.db, pairsOf(groupId));
		raiseContactVersions(ctx.db, ids);
		addConfigEvent(ctx, null, said("contact.groups", namedContacts(findContacts(ctx.db, ids))));
	});
	ctx.invalidations.changed("account", "all");
	return { changed: ids.length };
}

export function existingContacts({ db }: MemberContext, contactIds: string[]): ContactRow[] {
	const found = findContacts(db, contactIds);
	const known = new Set(found.map(({ id }) => id));
	const missing = contactIds.find((id) => !known.has(id));
	if (missing !== undefined) throw domainError("CONTACT_NOT_FOUND", { contactId: missing });
	return found;
}

/** Throws NOT_PERMITTED, CONTACT_GROUP_LIMIT, and InputError for a taken name. */
export function createContactGroup({ ctx, input }: Call<CreateContactGroup>): ContactGroup {
	assertWholeScope(ctx);
	const id = ctx.newId("contactGroup");
	ctx.audit.change({ contactGroup: [id] }, () => {
		assertGroupName(ctx.db, input.name, null);
		if (listContactGroups(ctx.db).length >= limits.contactGroups) throw domainError("CONTACT_GROUP_LIMIT");
		insertContactGroup(ctx.db, { id, name: input.name, createdAt: new Date(ctx.now) });
		addConfigEvent(ctx, null, said("contactGroup.added", { name: input.name }));
	});
	ctx.invalidations.changed("account", "all");
	return { id, name: input.name, contactCount: 0 };
}

/** Throws NOT_PERMITTED, CONTACT_GROUP_NOT_FOUND, and InputError for a taken name. */
export function renameContactGroup({ ctx, input }: Call<RenameContactGroup>): ContactGroup {
	assertWholeScope(ctx);
	const renamed = ctx.audit.change({ contactGroup: [input.groupId] }, () => {
		const before = contactGroupOrThrow(ctx.db, input.groupId);
		assertGroupName(ctx.db, input.name, input.groupId);
		renameContactGroupRow(ctx.db, input.groupId, input.name);
		addConfigEvent(ctx, null, said("contactGroup.renamed", { before: before.name, after: input.name }));
		return { ...before, name: input.name };
	});
	ctx.invalidations.changed("account", "all");
	return renamed;
}

/** The contacts stay. Throws NOT_PERMITTED, CONTACT_GROUP_NOT_FOUND, and CONTACT_NEEDED if a rule would notify no one. */
export function deleteContactGroup({ ctx, input }: Call<ContactGroupTarget>): ContactGroup {
	assertWholeScope(ctx);
	const deleted = ctx.audit.change({ contactGroup: [input.groupId] }, () => {
		const group = contactGroupOrThrow(ctx.db, input.groupId);
		const contactGroupIds = new Set([input.groupId]);
		const going = { contactIds: new Set<string>(), contactGroupIds, successorId: null };
		if (replaceInRules(ctx, going) > 0) ctx.invalidations.changed("alerts", "all");
		if (replaceInReports(ctx, going) > 0) ctx.invalidations.changed("reports", "all");
		replaceInStorage(ctx, going);
		deleteContactGroupRow(ctx.db, input.groupId);
		addConfigEvent(ctx, null, said("contactGroup.deleted", { name: group.name }));
		return group;
	});
	ctx.invalidations.changed("account", "all");
	return deleted;
}

function contactGroupOrThrow(db: AccountDb, groupId: string): ContactGroup {
	const group = listContactGroups(db).find(({ id }) => id === groupId);
	if (!group) throw domainError("CONTACT_GROUP_NOT_FOUND", { groupId });
	return group;
}

/** SQLite ignores case in ASCII only. */
function assertGroupName(db: AccountDb, name: string, ownId: string | null): void {
	const key = name.normalize("NFC").toLowerCase();
	const isTaken = listContactGroups(db).some(
		(group) => group.id !== ownId && group.name.normalize("NFC").toLowerCase() === key,
	);
	if (isTaken) throw new InputError({ name: errorKey("contactGroup.nameTaken") });
}
