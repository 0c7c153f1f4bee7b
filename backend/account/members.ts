import type { CurrentAccount, SaveOwnLanguage, Scope, User } from "../../shared/account/account";
import { neutralProductName } from "../../shared/account/brand";
import { recordOf } from "../../shared/base/plain-fields";
import { offeredLanguage } from "../../shared/message/language";
import { sessionLimitNames } from "../../shared/session/session-limits";
import { createAudit } from "../activity/audit";
import type { AccountDb, Call, Identity, NewAccount, NewMember, ReadDb, RowStore, SignIn } from "../base/context";
import { planRecord } from "../billing/new-plan";
import { findAccountDeletion } from "../db/account-deletion-rows";
import {
	accountOrThrow,
	companyFormats,
	findAccount,
	findUser,
	findUserBySub,
	insertAccount,
	insertUser,
	renameUser,
	saveUserAccess,
	saveUserLanguage,
	toUser,
	type UserRow,
} from "../db/account-rows";
import { findShownBrand } from "../db/brand-rows";
import { findDeparture } from "../db/departure-rows";
import { currentGroupIds, findGroup } from "../db/group-rows";
import { findHold } from "../db/recovery-rows";
import { endSessionsBefore } from "../db/session-rows";
import { signInKey, validAfter } from "../session/sign-ins";

/** Creates the account with its owner once. If it exists: null for a non-member, so that no one else becomes owner. */
export function ensureAccount(store: RowStore, request: NewAccount): CurrentAccount | null {
	const { db, now } = store;
	const { accountId, companyName, timeZone, hourCycle, formats, language, planName, owner, origin } = request;
	return db.transaction(() => {
		if (!findAccount(db)) {
			const names = { companyName, productName: neutralProductName, logoUrl: null };
			const me = newUser(store, { ...owner, role: "owner", scope: "all" });
			const actor = { kind: "user", id: me.id, name: me.name } as const;
			const audit = createAudit(store, { action: "account.createAccount", actor, origin });
			audit.change({ account: [accountId], user: [me.id] }, () => {
				const times = { timeZone, hourCycle, language, createdAt: new Date(now) };
				insertAccount(db, { id: accountId, ...names, ...times, ...formats, ...planRecord(planName) });
				insertUser(db, me);
			});
		}
		const user = findUserBySub(db, owner.sub);
		return user?.status === "active" ? currentAccount(db, toUser(user)) : null;
	});
}

/** Adds a member of the seed. Leaves a known member unchanged. */
export function ensureMember(store: RowStore, member: NewMember): void {
	if (!findUserBySub(store.db, member.sub)) addMember(store, member);
}

/** Adds or enables a member; leaves an active member unchanged. Ends earlier sign-ins but `signIn`. */
export function joinAccount(store: RowStore, { signIn, ...member }: NewMember & { signIn: SignIn }): User {
	const { db, now } = store;
	const known = findUserBySub(db, member.sub);
	if (known?.status === "active") return toUser(known);
	const departure = findDeparture(db, member.sub);
	if (known) {
		saveUserAccess(db, known.id, { role: member.role, scope: currentScope(db, member.scope), status: "active" });
	} else addMember(store, member);
	const user = findUserBySub(db, member.sub);
	if (!user) throw new Error("A member was gone before they were read");
	if (known || departure) {
		const bounds = { userId: user.id, validAfter: validAfter(now), sparedSignIn: signInKey(signIn) };
		endSessionsBefore(db, bounds, new Date(now));
	}
	return toUser(user);
}

function addMember(store: RowStore, member: NewMember): void {
	insertUser(store.db, newUser(store, { ...member, scope: currentScope(store.db, member.scope) }));
}

/** Another browser may hold an older token for an hour, which must not undo a newer name or e-mail. */
export function followIdentity(db: AccountDb, user: UserRow, identity: Identity): UserRow {
	const name = identity.name ?? user.name;
	const email = identity.email ?? user.email;
	// Keep a known second step of the user pool: an emergency owner needs it.
	const isKnown = identity.provider === null || user.secondStep === "on";
	const secondStep = isKnown ? user.secondStep : "provider";
	if (name === user.name && email === user.email && secondStep === user.secondStep) return user;
	const issuedAt = identity.issuedAt ?? 0;
	if (issuedAt < (user.identityIssuedAt ?? 0)) return user;
	const followed = { ...user, name, email, secondStep, identityIssuedAt: issuedAt };
	renameUser(db, { id: user.id, name, email, secondStep, identityIssuedAt: issuedAt });
	return followed;
}

export function currentAccount(db: ReadDb, me: User): CurrentAccount {
	const account = accountOrThrow(db);
	const { id, companyName, productName, logoUrl, timeZone, supportContact, secondStepFrom, createdAt } = account;
	const deletion = findAccountDeletion(db);
	const deletedFrom = deletion && new Date(deletion.endsAt);
	const hold = findHold(db);
	const heldAtPoint = hold && new Date(hold.restoredTo);
	const formats = companyFormats(account);
	const brand = findShownBrand(db);
	const named = { id, companyName, productName, logoUrl, brand, timeZone, formats, supportContact };
	const own = findUser(db, me.id)?.language ?? null;
	const languages = {
		language: offeredLanguage(account.language),
		ownLanguage: own === null ? null : offeredLanguage(own),
	};
	const sessionLimits = recordOf(sessionLimitNames, (name) => account[name]);
	const { fourEyes } = account;
	const second = fourEyes.length > 0 && { fourEyes };
	return { ...named, ...languages, ...second, secondStepFrom, sessionLimits, deletedFrom, heldAtPoint, createdAt, me };
}

const unseen = {
	version: 1,
	lastSeenAt: null,
	lastSignInAt: null,
	identityIssuedAt: null,
	secondStep: null,
	hasShownSecondStep: false,
	language: null,
};

function newUser({ newId, now }: RowStore, { sub, email, name, role, scope }: NewMember): UserRow {
	const createdAt = new Date(now);
	return { id: newId("user"), sub, email, name, role, scope, status: "active", ...unseen, createdAt };
}

/** Replaces merged groups by their targets, and drops deleted groups. */
function currentScope(db: AccountDb, scope: Scope): Scope {
	if (scope === "all") return scope;
	return { groupIds: currentGroupIds(db, scope.groupIds).filter((id) => findGroup(db, id) !== null) };
}

/** The caller's messages have this language. Null: they have the company's. */
export function saveOwnLanguage({ ctx, input: { language } }: Call<SaveOwnLanguage>): CurrentAccount {
	ctx.audit.change({ user: [ctx.user.id] }, () => saveUserLanguage(ctx.db, ctx.user.id, language));
	ctx.invalidations.changed("account", "all");
	return currentAccount(ctx.db, ctx.user);
}
