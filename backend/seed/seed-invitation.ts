import { limits } from "../../shared/limits";
import type { SeedInvitation } from "../../shared/local-seed";
import type { RowStore } from "../base/context";
import { findUserBySub, listActiveOwners } from "../db/account-rows";
import { findInvitationTo, replaceInvitation } from "../db/invitation-rows";

/** Sends no mail. Open as long as a new one, counted from each seed; nothing for somebody who has joined. */
export function ensureSeedInvitation({ db, newId, now }: RowStore, { sub, email, role }: SeedInvitation): void {
	const [owner] = listActiveOwners(db);
	const at = new Date(now);
	const known = findInvitationTo(db, email);
	const isOpen = known !== null && known.endedAt === null && known.expiresAt > at;
	if (!owner || isOpen || findUserBySub(db, sub)) return;
	const by = { invitedBy: owner.id, inviterName: owner.name, note: "", version: 1 };
	const times = { createdAt: at, sentAt: at, dueAt: at, endedAt: null, end: null };
	const expiresAt = new Date(now + limits.invitationMs);
	replaceInvitation(db, { id: newId("invitation"), email, role, scope: "all", ...by, ...times, expiresAt });
}
