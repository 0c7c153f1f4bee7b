import {
	AddRoundEntry,
	CreateRound,
	ExplainRoundEntry,
	type Round,
	RoundHistoryTarget,
	RoundTarget,
	UpdateRound,
} from "../../shared/round/round";
import { GetRoundWalk } from "../../shared/round/round-walk";
import { inTurns } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { createRound, deleteRound, updateRound } from "./edit-rounds";
import { addEntry, explainEntry, getRoundHistory } from "./entries";
import { visibleRounds } from "./round-projection";
import { getSinceLast } from "./since-last";
import { getRoundWalk } from "./walk";

export const roundRouter = router({
	getRounds: procedureFor("viewFleet").query(({ ctx }): Round[] => visibleRounds(ctx)),
	getSinceLast: procedureFor("viewFleet").input(RoundTarget).query(inTurns(getSinceLast)),
	getRoundHistory: procedureFor("viewFleet").input(RoundHistoryTarget).query(getRoundHistory),
	getRoundWalk: procedureFor("viewFleet").input(GetRoundWalk).query(inTurns(getRoundWalk)),
	createRound: procedureFor("editRounds").input(CreateRound).mutation(createRound),
	updateRound: procedureFor("editRounds").input(UpdateRound).mutation(updateRound),
	deleteRound: procedureFor("editRounds").input(RoundTarget).mutation(deleteRound),
	addEntry: procedureFor("doRounds").input(AddRoundEntry).mutation(addEntry),
	explainEntry: procedureFor("doRounds").input(ExplainRoundEntry).mutation(explainEntry),
});
