import { isClosedTo } from "../../shared/account/account";
import { can } from "../../shared/account/permissions";
import type { PublicTarget } from "../../shared/account/public-link";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, MemberContext } from "../base/context";
import { findAccount, findUser, toUser, type UserRow } from "../db/account-rows";
import { findDevices } from "../db/device-rows";
import { findFloorPlan } from "../db/floor-plan-rows";
import { deletePublicLink, linkedDeviceIds, listPublicLinks } from "../db/public-link-rows";
import { groupsInScope, isDeviceInScope } from "../group/scope";

type Reach = Pick<MemberContext, "db" | "user">;

/** Whether the user sees the plan, or every device of a link. False if one of them or a channel was deleted. */
export function seesTarget(reach: Reach, target: PublicTarget): boolean {
	if (target.kind === "plan") return seesPlan(reach, target.planId);
	const ids = linkedDeviceIds(reach.db, target);
	if (ids === null) return false;
	const present = findDevices(reach.db, ids).filter(({ deletedFrom }) => deletedFrom === null);
	return present.length === ids.length && ids.every((id) => isDeviceInScope(reach, id));
}

function seesPlan(reach: Reach, planId: string): boolean {
	const plan = findFloorPlan(reach.db, planId);
	const visible = groupsInScope(reach);
	return plan !== null && (visible === "all" || visible.includes(plan.groupId));
}

/** Whether its maker may show the link now. Null `maker`: a former member. */
export function mayShow({ db, now }: { db: AccountDb; now: number }, maker: UserRow | null, target: PublicTarget) {
	if (!mayShare({ db, now }, maker)) return false;
	return seesTarget({ db, user: toUser(maker) }, target);
}

function mayShare({ db, now }: { db: AccountDb; now: number }, maker: UserRow | null): maker is UserRow {
	if (maker?.status !== "active" || !can(maker.role, "editKeys")) return false;
	return !isClosedTo(maker, { secondStepFrom: findAccount(db)?.secondStepFrom ?? null, now });
}

/** Revokes links for good that their maker may no longer show. Call after a change of the maker's access. */
export function endUnsupportedLinks(ctx: MemberContext, makerId: string): void {
	const maker = findUser(ctx.db, makerId);
	const made = listPublicLinks(ctx.db).filter(({ createdBy }) => createdBy === makerId);
	const ended = made.filter(({ target }) => !mayShow(ctx, maker, target));
	if (ended.length === 0) return;
	ctx.audit.change({ publicLink: ended.map(({ id }) => id) }, () => {
		for (const { id, name } of ended) {
			deletePublicLink(ctx.db, id);
			addConfigEvent(ctx, null, said("publicLink.removed", { name }));
		}
	});
}
