import { type FailedWork, FailedWorkTarget } from "../../shared/errors/failed-work";
import type { Call, MemberContext } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { devicesInScope } from "../group/scope";

export const failedWorkRouter = router({
	getFailedWork: procedureFor("editStorage").query(({ ctx }) => failedInScope(ctx)),
	retryFailedWork: procedureFor("editStorage", { unaudited: "It runs sooner what runs by itself." })
		.input(FailedWorkTarget)
		.mutation(retryFailedWork),
});

/** A member with a limited scope sees only the work of visible devices. */
function failedInScope(ctx: MemberContext): FailedWork[] {
	const scope = devicesInScope(ctx);
	const all = ctx.failedWork.list();
	return scope === "all" ? all : all.filter(({ deviceId }) => deviceId !== null && scope.includes(deviceId));
}

function retryFailedWork({ ctx, input }: Call<FailedWorkTarget>): FailedWork[] {
	const found = failedInScope(ctx).find(({ work, subject }) => work === input.work && subject === input.subject);
	if (found) ctx.failedWork.retry(input, ctx.now);
	return failedInScope(ctx);
}
