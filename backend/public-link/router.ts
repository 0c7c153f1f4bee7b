import { can } from "../../shared/account/permissions";
import {
	CreatePublicLink,
	ExtendPublicLink,
	type NewPublicLink,
	type PublicLink,
	type PublicLinkState,
	PublicLinkTarget,
	type PublicTarget,
	publicLinkMostDays,
} from "../../shared/account/public-link";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import { mayShow, seesTarget } from "../account/public-link-rights";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { logWarning } from "../base/event-log";
import { procedureFor, router } from "../base/trpc";
import { findUser } from "../db/account-rows";
import { findDevices } from "../db/device-rows";
import { findFloorPlan } from "../db/floor-plan-rows";
import {
	changePublicLink,
	deletePublicLink,
	findPublicLink,
	forgetLinkFrame,
	insertPublicLink,
	linkedDeviceIds,
	listPublicLinks,
	type PublicLinkRow,
	saveLinkFrame,
} from "../db/public-link-rows";
import { floorPlanOrThrow } from "../floor-plan/edit-floor-plans";
import { channelOrThrow, deviceOrThrow, groupsInScope, isDeviceInScope } from "../group/scope";

export const publicLinkRouter = router({
	getPublicLinks: procedureFor("editKeys").query(({ ctx }) => getPublicLinks({ ctx, input: undefined })),
	createPublicLink: procedureFor("editKeys").input(CreatePublicLink).mutation(createPublicLink),
	extendPublicLink: procedureFor("editKeys").input(ExtendPublicLink).mutation(extendPublicLink),
	removePublicLink: procedureFor("editKeys").input(PublicLinkTarget).mutation(removePublicLink),
});

function getPublicLinks({ ctx }: Call): PublicLink[] {
	return listPublicLinks(ctx.db)
		.filter((link) => isVisible(ctx, link))
		.map((link) => toLink(ctx, link));
}

/** The token shows the target without a sign-in. Throws DEVICE_NOT_FOUND, CHANNEL_NOT_FOUND and FLOOR_PLAN_NOT_FOUND, also out of scope. */
async function createPublicLink({ ctx, input }: Call<CreatePublicLink>): Promise<NewPublicLink> {
	const { days, ...chosen } = input;
	assertMayShare(ctx, input.target);
	assertRoom(ctx);
	const id = ctx.newId("publicLink");
	const { key: token, digest: tokenDigest } = await ctx.publicLinkTokens.mint(ctx.accountId, id);
	const expiresAt = new Date(ctx.now + days * dayMs);
	const made = { id, createdBy: ctx.user.id, createdAt: new Date(ctx.now), expiresAt, openCount: 0, opens: [] };
	const row: PublicLinkRow = { ...chosen, ...made, tokenDigest, warnedDays: null };
	if (row.origins.length > 0) await saveLinkFrame(ctx.directory, { ...row, accountId: ctx.accountId });
	assertStillMayEdit(ctx);
	ctx.audit.change({ publicLink: [id] }, () => {
		assertMayShare(ctx, input.target);
		assertRoom(ctx);
		insertPublicLink(ctx.db, row);
		addConfigEvent(ctx, null, said("publicLink.added", { name: row.name }));
	});
	return { link: toLink(ctx, row), token };
}

/** The caller may have lost the right during an await. */
function assertStillMayEdit(ctx: MemberContext): void {
	ctx.user = ctx.currentUser();
	if (!can(ctx.user.role, "editKeys")) throw domainError("NOT_PERMITTED", { capability: "editKeys" });
}

function assertMayShare(ctx: MemberContext, target: PublicTarget): void {
	if (target.kind === "plan") floorPlanOrThrow(ctx, target.planId);
	else if (target.kind === "device") deviceOrThrow(ctx, target.deviceId);
	else for (const channelId of target.channelIds) channelOrThrow(ctx, channelId);
}

function assertRoom(ctx: MemberContext): void {
	if (listPublicLinks(ctx.db).length < serverLimits.publicLinks) return;
	throw new InputError({ name: errorKey("publicLinks.tooMany", { most: serverLimits.publicLinks }) });
}

/** An ended link shows its target again. Throws PUBLIC_LINK_NOT_FOUND, and as `createPublicLink` for what the caller does not see. */
async function extendPublicLink({ ctx, input }: Call<ExtendPublicLink>): Promise<PublicLink[]> {
	const { linkId } = input;
	const ahead = extended(ctx, input);
	if (ahead.origins.length > 0) {
		await forgetLinkFrame(ctx.directory, linkId);
		await saveLinkFrame(ctx.directory, { ...ahead, accountId: ctx.accountId });
	}
	assertStillMayEdit(ctx);
	ctx.audit.change({ publicLink: [linkId] }, () => {
		const { expiresAt, name } = extended(ctx, input);
		if (expiresAt.getTime() === findPublicLink(ctx.db, linkId)?.expiresAt.getTime()) return;
		changePublicLink(ctx.db, linkId, { expiresAt, warnedDays: null });
		addConfigEvent(ctx, null, said("publicLink.extended", { name, at: expiresAt.toISOString() }));
	});
	return getPublicLinks({ ctx, input: undefined });
}

function extended(ctx: MemberContext, { linkId, until }: ExtendPublicLink): PublicLinkRow {
	const link = findPublicLink(ctx.db, linkId);
	if (!link || !isVisible(ctx, link)) throw domainError("PUBLIC_LINK_NOT_FOUND", { linkId });
	assertMayShare(ctx, link.target);
	if (until > ctx.now + publicLinkMostDays * dayMs) {
		throw new InputError({ until: errorKey("publicLink.tooLong", { days: publicLinkMostDays }) });
	}
	return { ...link, expiresAt: new Date(Math.max(link.expiresAt.getTime(), until)) };
}

/** Returns the remaining links. Throws PUBLIC_LINK_NOT_FOUND. */
async function removePublicLink({ ctx, input: { linkId } }: Call<PublicLinkTarget>): Promise<PublicLink[]> {
	ctx.audit.change({ publicLink: [linkId] }, () => {
		const link = findPublicLink(ctx.db, linkId);
		if (!link || !isVisible(ctx, link)) throw domainError("PUBLIC_LINK_NOT_FOUND", { linkId });
		deletePublicLink(ctx.db, linkId);
		addConfigEvent(ctx, null, said("publicLink.removed", { name: link.name }));
	});
	try {
		await forgetLinkFrame(ctx.directory, linkId);
	} catch {
		// The page of a revoked link shows nothing, whichever site frames it.
		logWarning({ event: "link-frame-kept", requestId: ctx.requestId });
	}
	return getPublicLinks({ ctx, input: undefined });
}

/** Members limited to some groups see their own links, and links to devices and charts that they can see. */
function isVisible(ctx: MemberContext, { target, createdBy }: PublicLinkRow): boolean {
	return groupsInScope(ctx) === "all" || createdBy === ctx.user.id || seesTarget(ctx, target);
}

function toLink(
	ctx: MemberContext,
	{ tokenDigest: _, warnedDays: __, target, createdBy, ...link }: PublicLinkRow,
): PublicLink {
	const { kind } = target;
	const devices = namesOf(ctx, target);
	const maker = findUser(ctx.db, createdBy);
	const state: PublicLinkState =
		link.expiresAt.getTime() <= ctx.now ? "ended" : mayShow(ctx, maker, target) ? "open" : "closed";
	return { ...link, kind, devices, state, createdByName: maker?.name ?? null };
}

function namesOf(ctx: MemberContext, target: PublicTarget): string[] {
	if (target.kind === "plan") {
		const plan = findFloorPlan(ctx.db, target.planId);
		return plan !== null && seesTarget(ctx, target) ? [plan.name] : [];
	}
	const deviceIds = linkedDeviceIds(ctx.db, target) ?? [];
	return findDevices(
		ctx.db,
		deviceIds.filter((id) => isDeviceInScope(ctx, id)),
	).map(({ name }) => name);
}
