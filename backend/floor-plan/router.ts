import { dayMs } from "../../shared/base/durations";
import {
	AddFloorPlan,
	ChangeFloorPlan,
	FloorPlanTarget,
	GetFloorPlans,
	GetPlanDay,
	PlaceDevice,
} from "../../shared/device/floor-plan";
import { said } from "../../shared/log/said";
import type { AccountDb } from "../base/context";
import { inTurns } from "../base/context";
import type { Job } from "../base/job";
import { procedureFor, router } from "../base/trpc";
import { findFloorPlan, listPlansToCheck, nextPlanCheckAt, recordAbsences, setPlanCheck } from "../db/floor-plan-rows";
import { addFloorPlan, changeFloorPlan, getFloorPlans, removeFloorPlan } from "./edit-floor-plans";
import { getPlanDay } from "./get-plan-day";
import { placeDevice } from "./place-device";

export const floorPlanRouter = router({
	getFloorPlans: procedureFor("viewFleet").input(GetFloorPlans).query(getFloorPlans),
	getPlanDay: procedureFor("viewFleet").input(GetPlanDay).query(inTurns(getPlanDay)),
	addFloorPlan: procedureFor("editGroups").input(AddFloorPlan).mutation(addFloorPlan),
	changeFloorPlan: procedureFor("editGroups").input(ChangeFloorPlan).mutation(changeFloorPlan),
	removeFloorPlan: procedureFor("editGroups").input(FloorPlanTarget).mutation(removeFloorPlan),
	placeDevice: procedureFor("editGroups").input(PlaceDevice).mutation(placeDevice),
});

const absentKeptMs = 30 * dayMs;

/** A filter may take a device and bring it back, so its position stays for a while. */
export function absentPlacementsWork(db: AccountDb): Job {
	return {
		name: "absent placements",
		title: said("work.is.absentPlacements"),
		nextDueAt: () => nextPlanCheckAt(db),
		due: (now, limit) => listPlansToCheck(db, now, limit),
		run: async (id, now) => {
			const plan = findFloorPlan(db, id);
			if (!plan || plan.checkAt > now) return;
			db.transaction(() => {
				recordAbsences(db, plan, { now, until: now - absentKeptMs });
				setPlanCheck(db, id, now + dayMs);
			});
		},
	};
}
