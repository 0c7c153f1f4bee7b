import { procedureFor, router } from "../base/trpc";
import { releaseHold } from "./release";

export const recoveryRouter = router({
	releaseHold: procedureFor("editOwners").mutation(({ ctx }) => releaseHold({ ctx, input: undefined })),
});
