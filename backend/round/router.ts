import { can } from "../../shared/account/permissions";
import {
	AddRoundEntry,
	CreateRound,
	ExplainRoundEntry,
	type Round,
	RoundHistoryTarget,
	RoundTarget,
	roundLimits,
	UpdateRound,
} from "../../shared/round/round";
import { GetRoundWalk, type RoundWalk } from "../../shared/round/round-walk";
import { wordsIn } from "../../shared/words/made/walk-in";
import { type Call, inTurns } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { listRecoveriesSince } from "../db/recovery-rows";
import { createRound, deleteRound, updateRound } from "./edit-rounds";
import { addEntry, explainEntry, getRoundHistory } from "./entries";
import { visibleRounds } from "./round-projection";
import { getSinceLast } from "./since-last";
import { walkWords } from "./walk-words";

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

/** Data of the page at `/rounds/`, which has no code of the console. */
async function getRoundWalk({ ctx, input }: Call<GetRoundWalk>): Promise<RoundWalk> {
	const rounds = visibleRounds(ctx);
	const since: RoundWalk["since"] = {};
	for (const { id: roundId } of rounds) since[roundId] = await getSinceLast({ ctx, input: { roundId } });
	const words = walkWords(wordsIn(input.language));
	const restored = listRecoveriesSince(ctx.db, ctx.now - roundLimits.oldestEntryMs).map(({ restoredTo, heldAt }) => {
		return { from: restoredTo, until: heldAt };
	});
	return { now: ctx.now, canDo: can(ctx.user.role, "doRounds"), rounds, since, words, restored };
}
