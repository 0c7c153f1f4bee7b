import type { RequireSso, SsoSettings } from "../../shared/account/sso";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext, ReadDb } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { accountOrThrow, findUser, listActiveOwners, updateAccount } from "../db/account-rows";
import { assertWholeScope } from "../group/scope";
import { inTurn, mayBeChosen } from "./only-sso";
import { getSso, ssoGaps } from "./sso-settings";

/** Every other member signs in by the account's provider from now on. Throws InputError while that would lock members out. */
export async function requireSso({ ctx, input }: Call<RequireSso>): Promise<SsoSettings> {
	assertWholeScope(ctx);
	await inTurn(ctx.db, () => requireInTurn(ctx, input));
	return getSso({ ctx, input: undefined });
}

async function requireInTurn(ctx: MemberContext, { emergencyOwnerIds }: RequireSso): Promise<void> {
	if (emergencyOwnerIds !== null) {
		const absent = emergencyOwnerIds.find((userId) => findUser(ctx.db, userId) === null);
		if (absent !== undefined) throw domainError("USER_NOT_FOUND", { userId: absent });
		const [gap] = await ssoGaps(ctx);
		if (gap !== undefined) throw new InputError({ emergencyOwnerIds: errorKey(`sso.only.${gap}`) });
		assertReachable(ctx.db, emergencyOwnerIds);
	}
	save(ctx, emergencyOwnerIds);
}

function save(ctx: MemberContext, emergencyOwners: string[] | null): void {
	const before = accountOrThrow(ctx.db).emergencyOwners;
	if (JSON.stringify(before) === JSON.stringify(emergencyOwners)) {
		ctx.audit.exempt();
		return;
	}
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		updateAccount(ctx.db, ctx.accountId, { emergencyOwners });
		const isChosenAnew = before !== null && emergencyOwners !== null;
		if (!isChosenAnew) addConfigEvent(ctx, null, emergencyOwners === null ? said("sso.onlyOff") : said("sso.only"));
	});
	// Open pages of members who came another way close now.
	ctx.invalidations.changed("account", "all");
}

function assertReachable(db: ReadDb, ids: readonly string[]): void {
	const owners = listActiveOwners(db);
	for (const id of ids) {
		const owner = owners.find((each) => each.id === id);
		if (!owner) throw new InputError({ emergencyOwnerIds: errorKey("sso.only.noOwner") });
		if (!mayBeChosen(owner)) {
			throw new InputError({ emergencyOwnerIds: errorKey("sso.only.noSecondStep", { name: owner.name }) });
		}
	}
}
