import type { SetStorageContacts, SetWhenFull, StorageContacts } from "../../shared/account/storage";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { contactOrThrow } from "../contact/contact-projection";
import { accountOrThrow, changeAccount } from "../db/account-rows";
import { listContactGroups } from "../db/contact-group-rows";
import { isSameValue } from "../db/device-rows";
import { assertWholeScope } from "../group/scope";

/** Throws NOT_PERMITTED for a scope of groups. */
export function setWhenFull({ ctx, input }: Call<SetWhenFull>): SetWhenFull {
	assertWholeScope(ctx);
	const { id, whenFull, fullSince } = accountOrThrow(ctx.db);
	if (input.whenFull === whenFull) return input;
	// The grace begins with the decision, and what happens from now on is notified anew.
	const isFull = fullSince !== null;
	ctx.audit.change({ account: [id] }, () =>
		changeAccount(ctx.db, {
			...input,
			...(isFull && { fullSince: ctx.now, fullNotifiedAt: null, notifiedPercent: 0 }),
		}),
	);
	ctx.invalidations.changed("account", "all");
	return input;
}

/** Who is notified beside the owners. Throws NOT_PERMITTED, CONTACT_NOT_FOUND, CONTACT_GROUP_NOT_FOUND. */
export function setStorageContacts({ ctx, input }: Call<SetStorageContacts>): SetStorageContacts {
	assertWholeScope(ctx);
	if (input.contacts) assertContacts(ctx, input.contacts);
	const { id, storageContacts } = accountOrThrow(ctx.db);
	if (isSameValue(input.contacts, storageContacts)) return input;
	ctx.audit.change({ account: [id] }, () => changeAccount(ctx.db, { storageContacts: input.contacts }));
	ctx.invalidations.changed("account", "all");
	return input;
}

function assertContacts(ctx: MemberContext, { contactIds, contactGroupIds }: StorageContacts): void {
	for (const contactId of contactIds) contactOrThrow(ctx, contactId);
	const groups = new Set(listContactGroups(ctx.db).map(({ id }) => id));
	const gone = contactGroupIds.find((id) => !groups.has(id));
	if (gone !== undefined) throw domainError("CONTACT_GROUP_NOT_FOUND", { groupId: gone });
}
