import {
	AddOverride,
	CreateRoster,
	EndOverride,
	type Roster,
	type RosterDetails,
	RosterTarget,
	UpdateRoster,
} from "../../shared/duty/roster";
import { procedureFor, router } from "../base/trpc";
import { addOverride, createRoster, deleteRoster, endOverride, updateRoster } from "./edit-rosters";
import { visibleRoster, visibleRosters } from "./roster-projection";

export const rosterRouter = router({
	getRosters: procedureFor("viewContacts").query(({ ctx }): Roster[] => visibleRosters(ctx)),
	getRoster: procedureFor("viewContacts")
		.input(RosterTarget)
		.query(({ ctx, input }): RosterDetails => visibleRoster(ctx, input.rosterId)),
	createRoster: procedureFor("editRosters").input(CreateRoster).mutation(createRoster),
	updateRoster: procedureFor("editRosters").input(UpdateRoster).mutation(updateRoster),
	deleteRoster: procedureFor("editRosters").input(RosterTarget).mutation(deleteRoster),
	addOverride: procedureFor("editRosters").input(AddOverride).mutation(addOverride),
	endOverride: procedureFor("editRosters").input(EndOverride).mutation(endOverride),
});
