import type { SetStorageContacts, SetWhenFull, StorageContacts } from "../../shared/account/storage";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { contactOrThrow } from "../contact/contact-projection";
import { accountOrThrow, changeAccount } from "../db/account-rows";
import { listContactGroups } from "../db/contact-group-rows";
import { isSameValue } from "../db/device-rows";
import { assertWholeScope } from "../group/scope";

/** Throws NOT_PERMITTED for a limited scope. */
export function setWhenFull({ ctx, input }: Call<SetWhenFull>): SetWhenFull {
	assertWholeScope(ctx);
	const { id, whenFull, fullSince } = accountOrThrow(ctx.db);
	if (input.whenFull === whenFull) return input;
	// The grace period begins with the decision, and owners are notified again.
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

/** Recipients besides the owners. Throws NOT_PERMITTED, CONTACT_NOT_FOUND, CONTACT_GROUP_NOT_FOUND. */
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
