import { can } from "../../shared/account/permissions";
import { roundLimits } from "../../shared/round/round";
import type { GetRoundWalk, RoundWalk } from "../../shared/round/round-walk";
import { wordsIn } from "../../shared/words/made/walk-in";
import type { Call } from "../base/context";
import { listRecoveriesSince } from "../db/recovery-rows";
import { visibleRounds } from "./round-projection";
import { getSinceLast } from "./since-last";
import { walkWords } from "./walk-words";

/** Data of the page at `/rounds/`, which has no code of the console. */
export async function getRoundWalk({ ctx, input }: Call<GetRoundWalk>): Promise<RoundWalk> {
	const rounds = visibleRounds(ctx);
	const since: RoundWalk["since"] = {};
	for (const { id: roundId } of rounds) since[roundId] = await getSinceLast({ ctx, input: { roundId } });
	const words = walkWords(wordsIn(input.language));
	const restored = listRecoveriesSince(ctx.db, ctx.now - roundLimits.oldestEntryMs).map(({ restoredTo, heldAt }) => {
		return { from: restoredTo, until: heldAt };
	});
	return { now: ctx.now, canDo: can(ctx.user.role, "doRounds"), rounds, since, words, restored };
}
