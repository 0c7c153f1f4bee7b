import type { DutyCalendar, NewDutyCalendar } from "../../shared/duty/duty-calendar";
import {
	AddOverride,
	CreateRoster,
	EndOverride,
	OfferSwap,
	type Roster,
	type RosterDetails,
	RosterTarget,
	SwapTarget,
	UpdateRoster,
} from "../../shared/duty/roster";
import type { MemberContext } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { deleteCalendarOf, findCalendarOf, insertCalendar } from "../db/duty-calendar-rows";
import { addOverride, createRoster, deleteRoster, endOverride, updateRoster } from "./edit-rosters";
import { visibleRoster, visibleRosters } from "./roster-projection";
import { acceptSwap, endSwap, offerSwap } from "./swaps";

/** An earlier address of the caller ends. */
async function renewCalendar({ ctx }: { ctx: MemberContext }): Promise<NewDutyCalendar> {
	const id = ctx.newId("dutyCalendar");
	const { key: token, digest: tokenDigest } = await ctx.calendarTokens.mint(ctx.accountId, id);
	ctx.audit.change({ user: [ctx.user.id] }, () => {
		deleteCalendarOf(ctx.db, ctx.user.id);
		insertCalendar(ctx.db, { id, userId: ctx.user.id, tokenDigest, createdAt: new Date(ctx.now) });
		ctx.audit.makes();
	});
	return { token };
}

export const rosterRouter = router({
	getRosters: procedureFor("viewContacts").query(({ ctx }): Roster[] => visibleRosters(ctx)),
	getRoster: procedureFor("viewContacts")
		.input(RosterTarget)
		.query(({ ctx, input }): RosterDetails => visibleRoster(ctx, input.rosterId)),
	createRoster: procedureFor("editRosters").input(CreateRoster).mutation(createRoster),
	updateRoster: procedureFor("editRosters").input(UpdateRoster).mutation(updateRoster),
	deleteRoster: procedureFor("editRosters").input(RosterTarget).mutation(deleteRoster),
	addOverride: procedureFor("editRosters").input(AddOverride).mutation(addOverride),
	getCalendar: procedureFor("viewContacts").query(({ ctx }): DutyCalendar => {
		const calendar = findCalendarOf(ctx.db, ctx.user.id);
		return calendar && { createdAt: calendar.createdAt, lastUsedAt: calendar.lastUsedAt };
	}),
	renewCalendar: procedureFor("swapTurns").mutation(renewCalendar),
	endCalendar: procedureFor("swapTurns").mutation(({ ctx }): null => {
		ctx.audit.change({ user: [ctx.user.id] }, () => deleteCalendarOf(ctx.db, ctx.user.id));
		return null;
	}),
	offerSwap: procedureFor("swapTurns").input(OfferSwap).mutation(offerSwap),
	acceptSwap: procedureFor("swapTurns").input(SwapTarget).mutation(acceptSwap),
	endSwap: procedureFor("swapTurns").input(SwapTarget).mutation(endSwap),
	endOverride: procedureFor("editRosters").input(EndOverride).mutation(endOverride),
});
