import { can } from "../../shared/account/permissions";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { type OfferSwap, type RosterDetails, rosterLimits, type SwapTarget } from "../../shared/duty/roster";
import { dutySpans } from "../../shared/duty/turns";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { usualRecipients } from "../contact/alert-uses";
import { findUser } from "../db/account-rows";
import { findContact, linkedContactIds } from "../db/contact-rows";
import {
	deletePastTurns,
	findSwap,
	insertOverride,
	insertSwap,
	listOpenSwaps,
	type RosterRecord,
	recordTurnsChange,
	rosterContactIds,
	type SwapRow,
	updateSwap,
} from "../db/roster-rows";
import type { CauseFacts } from "../message/causes";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";
import { pathOf } from "./duty-messages";
import { assertAhead, idAfter, rosterOrThrow, rostersChanged } from "./edit-rosters";
import { historyOf } from "./on-duty";
import { returnOf, visibleRoster } from "./roster-projection";

type Span = { from: number; to: number };

/** Throws ROSTER_NOT_FOUND, and InputError for turns that are past, more than a year ahead or not the two persons', and a person without a user. */
export function offerSwap({ ctx, input }: Call<OfferSwap>): RosterDetails {
	const { db, now } = ctx;
	const { rosterId, takerId, inReturn } = input;
	visibleRoster(ctx, rosterId);
	ctx.audit.change({ roster: [rosterId] }, () => {
		const roster = rosterOrThrow(ctx, rosterId);
		assertAhead(input.to, now);
		if (inReturn && inReturn.to > now + serverLimits.longestMuteMs) {
			throw new InputError({ inReturn: errorKey("time.withinYear") });
		}
		const given = ahead(input, now);
		const own = new Set(linkedContactIds(db, ctx.user.id));
		const giverId = given && holderOf(roster, given);
		if (!given || !giverId || !own.has(giverId)) throw new InputError({ from: errorKey("roster.notOwnTurn") });
		if (!rosterContactIds(roster, now).includes(takerId) || own.has(takerId) || !isMember(ctx, takerId)) {
			throw new InputError({ takerId: errorKey("roster.noTaker") });
		}
		const returned = inReturn && ahead(inReturn, now);
		if (inReturn && (!returned || holderOf(roster, returned) !== takerId)) {
			throw new InputError({ inReturn: errorKey("roster.notTheirTurn") });
		}
		if (listOpenSwaps(db, rosterId, now).length >= rosterLimits.openSwaps) {
			throw new InputError({ from: errorKey("roster.swapsTooMany", { most: rosterLimits.openSwaps }) });
		}
		const returning = { returnFrom: returned?.from ?? null, returnTo: returned?.to ?? null };
		const made = { createdBy: ctx.user.name, createdAt: new Date(now) };
		const span = { from: given.from, to: given.to };
		const swap: SwapRow = {
			id: ctx.newId("rosterSwap"),
			rosterId,
			giverId,
			takerId,
			...span,
			...returning,
			...made,
			state: "offered",
			version: 1,
		};
		insertSwap(db, swap);
		ctx.audit.makes();
		addConfigEvent(ctx, null, said("roster.swapOffered", { name: roster.name, contact: nameOf(ctx, takerId) }));
		notify(ctx, roster, { swap, to: takerId, what: "offered" });
	});
	rostersChanged(ctx);
	return visibleRoster(ctx, rosterId);
}

/** Throws ROSTER_NOT_FOUND, CHANGED_MEANWHILE, and SWAP_OVER if it was decided or one of the turns has another holder. */
export function acceptSwap({ ctx, input }: Call<SwapTarget>): RosterDetails {
	const { db, now } = ctx;
	const { swap, roster } = swapOrThrow(ctx, input, "takerId");
	ctx.audit.change({ roster: [roster.id] }, () => {
		const given = ahead(swap, now);
		const returned = returnOf(swap);
		const left = returned && ahead(returned, now);
		const isOpen = given && holderOf(roster, given) === swap.giverId && (!returned || left);
		if (!isOpen || (left && holderOf(roster, left) !== swap.takerId)) {
			updateSwap(db, swap.id, { state: "over", version: swap.version + 1 });
			return;
		}
		recordTurnsChange(db, roster.id, now, roster);
		deletePastTurns(db, roster.id, now - rosterLimits.pastMs);
		const signed = { rosterId: roster.id, createdBy: swap.createdBy, acceptedBy: ctx.user.name };
		const id = idAfter(ctx, roster.overrides.at(-1));
		insertOverride(db, { ...signed, ...given, id, contactId: swap.takerId });
		if (left) insertOverride(db, { ...signed, ...left, id: idAfter(ctx, { id }), contactId: swap.giverId });
		updateSwap(db, swap.id, { state: "accepted", version: swap.version + 1 });
		const names = { name: roster.name, contact: nameOf(ctx, swap.takerId) };
		addConfigEvent(ctx, null, said("roster.override", names));
	});
	rostersChanged(ctx);
	if (findSwap(db, swap.id)?.state !== "accepted") throw domainError("SWAP_OVER", { swapId: swap.id });
	return visibleRoster(ctx, roster.id);
}

/** Declined by the taker, withdrawn by the giver or a manager. Throws as `acceptSwap`. */
export function endSwap({ ctx, input }: Call<SwapTarget>): RosterDetails {
	const { swap, roster } = swapOrThrow(ctx, input, "either");
	ctx.audit.change({ roster: [roster.id] }, () => {
		updateSwap(ctx.db, swap.id, { state: "over", version: swap.version + 1 });
		addConfigEvent(ctx, null, said("roster.swapEnded", { name: roster.name }));
		const isDeclined = linkedContactIds(ctx.db, ctx.user.id).includes(swap.takerId);
		if (isDeclined) notify(ctx, roster, { swap, to: swap.giverId, what: "declined" });
	});
	rostersChanged(ctx);
	return visibleRoster(ctx, roster.id);
}

function swapOrThrow(ctx: MemberContext, { swapId, version }: SwapTarget, signer: "takerId" | "either") {
	const own = linkedContactIds(ctx.db, ctx.user.id);
	const swap = findSwap(ctx.db, swapId);
	const isSigner =
		swap && (own.includes(swap.takerId) || (signer === "either" && (own.includes(swap.giverId) || isManager(ctx))));
	if (!swap || !isSigner) throw domainError("ROSTER_NOT_FOUND", { swapId });
	if (swap.state !== "offered") throw domainError("SWAP_OVER", { swapId });
	if (swap.version !== version) throw domainError("CHANGED_MEANWHILE", { swapId });
	return { swap, roster: rosterOrThrow(ctx, swap.rosterId) };
}

function isManager({ user }: MemberContext): boolean {
	return user.scope === "all" && can(user.role, "editRosters");
}

/** Returns the part that has not passed; null: it is over. */
function ahead({ from, to }: Span, now: number): Span | null {
	return to > now ? { from: Math.max(from, now), to } : null;
}

/** Returns who is on duty for all of a span; null: no one, or several people. */
function holderOf(roster: RosterRecord, span: Span): string | null {
	const [turn, other] = dutySpans(historyOf(roster), span);
	return turn && !other ? turn.contactId : null;
}

function isMember({ db }: MemberContext, contactId: string): boolean {
	const userId = findContact(db, contactId)?.linkedUserId ?? null;
	return userId !== null && findUser(db, userId)?.status === "active";
}

function nameOf({ db }: MemberContext, contactId: string): string {
	return findContact(db, contactId)?.fullName ?? "";
}

type Notified = { swap: SwapRow; to: string; what: CauseFacts["swap"]["what"] };

function notify(ctx: MemberContext, roster: RosterRecord, { swap, to, what }: Notified): void {
	const returned = returnOf(swap);
	const facts: CauseFacts["swap"] = {
		what,
		swapId: swap.id,
		roster: roster.name,
		other: nameOf(ctx, what === "offered" ? swap.giverId : swap.takerId),
		from: swap.from,
		until: swap.to,
		inReturn: returned && { from: returned.from, until: returned.to },
		path: pathOf(roster),
	};
	for (const recipient of usualRecipients(ctx.db, to)) {
		queueMessage(ctx, { cause: "swap", about: `${swap.id}/${what}`, recipient, facts });
	}
}

export const swapHook: CauseHooks["swap"] = {
	stillOwed: ({ db }, notices) =>
		notices.filter(({ facts: { what, swapId } }) => what === "declined" || findSwap(db, swapId)?.state === "offered"),
};
