import {
	type FourEyes,
	type FourEyesKind,
	isProposable,
	type NeededPerson,
	proposalKindOf,
	type SaveFourEyes,
} from "../../shared/account/four-eyes";
import { type Capability, can } from "../../shared/account/permissions";
import { errorKey } from "../../shared/base/error-key";
import type { AccountDb, Call } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { accountOrThrow, listActiveOwners, listUsers, updateAccount } from "../db/account-rows";
import { isSameValue } from "../db/device-rows";

const rights: Record<FourEyesKind, Capability> = {
	rules: "editAlerts",
	calibrations: "editDevices",
	justifications: "editReports",
	roles: "editUsers",
};

export function readFourEyes(db: AccountDb): FourEyes {
	return { kinds: accountOrThrow(db).fourEyes };
}

/** Throws SECOND_PERSON_REQUIRED for a change that the account lets a second person approve. */
export function requireSecondPerson(db: AccountDb, action: string, input: unknown): void {
	const kind = proposalKindOf(action, input);
	if (kind === null) return;
	const { kinds } = readFourEyes(db);
	if (kind === "setting" ? kinds.length === 0 : !kinds.includes(kind)) return;
	throw domainError("SECOND_PERSON_REQUIRED", { kind, isProposable: isProposable(action) } satisfies NeededPerson);
}

/** Throws InputError if too few people could approve. */
export function saveFourEyes({ ctx, input }: Call<SaveFourEyes>): FourEyes {
	const { kinds, isOneOwnerKnown = false } = input;
	const { kinds: before } = readFourEyes(ctx.db);
	if (isSameValue(kinds, before)) return { kinds };
	const added = kinds.filter((kind) => !before.includes(kind));
	const approvers = listUsers(ctx.db).filter(({ status, scope }) => status === "active" && scope === "all");
	const lacking = added.find((kind) => approvers.filter(({ role }) => can(role, rights[kind])).length < 2);
	if (lacking !== undefined) throw new InputError({ kinds: errorKey("fourEyes.twoPeople", { kind: lacking }) });
	const isOneOwner = listActiveOwners(ctx.db).length < 2;
	if (isOneOwner && added.length > 0 && !isOneOwnerKnown) {
		throw new InputError({ isOneOwnerKnown: errorKey("fourEyes.oneOwner") });
	}
	ctx.audit.change({ account: [ctx.accountId] }, () => updateAccount(ctx.db, ctx.accountId, { fourEyes: kinds }));
	ctx.invalidations.changed("account", "all");
	return readFourEyes(ctx.db);
}
