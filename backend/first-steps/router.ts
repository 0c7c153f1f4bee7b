import * as z from "zod/mini";
import type { Call } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { saveAccount } from "../db/account-rows";
import { getFirstSteps } from "./get-first-steps";
import { loadSample } from "./load-sample";
import { removeSample } from "./remove-sample";

const HideFirstSteps = z.object({ isHidden: z.boolean() });

export const firstStepsRouter = router({
	getFirstSteps: procedureFor("viewFleet").query(({ ctx }) => getFirstSteps({ ctx, input: undefined })),
	hideFirstSteps: procedureFor("editDevices").input(HideFirstSteps).mutation(hideFirstSteps),
	loadSample: procedureFor("editDevices").mutation(({ ctx }) => loadSample({ ctx, input: undefined })),
	removeSample: procedureFor("editDevices").mutation(({ ctx }) => removeSample({ ctx, input: undefined })),
});

/** Applies to the whole account. Each user's own menu still has the first steps. */
function hideFirstSteps({ ctx, input }: Call<z.infer<typeof HideFirstSteps>>): void {
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		saveAccount(ctx.db, ctx.accountId, { firstStepsHiddenAt: input.isHidden ? new Date(ctx.now) : null });
	});
	ctx.invalidations.changed("devices", "all");
}
