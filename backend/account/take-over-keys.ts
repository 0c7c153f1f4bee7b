import { apiKeyAccess } from "../../shared/account/api-key";
import { canGrant } from "../../shared/account/permissions";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { MemberContext } from "../base/context";
import type { UserRow } from "../db/account-rows";
import { changeApiKey, listApiKeys } from "../db/api-key-rows";
import { isWithinScope } from "../group/scope";

/** Assigns the user's keys to the caller, except keys with more rights, which pause. */
export function takeOverKeys(ctx: MemberContext, { id: keeperId }: Pick<UserRow, "id">): void {
	const given = listApiKeys(ctx.db).filter((key) => {
		const isTheirs = key.keptBy === keeperId;
		return isTheirs && canGrant(ctx.user.role, apiKeyAccess[key.access].role) && isWithinScope(ctx, key);
	});
	ctx.audit.change({ apiKey: given.map(({ id }) => id) }, () => {
		for (const { id, name } of given) {
			changeApiKey(ctx.db, id, { keptBy: ctx.user.id });
			addConfigEvent(ctx, null, said("apiKey.keptBy", { name, user: ctx.user.name }));
		}
	});
}
