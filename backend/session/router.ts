import { EndSession } from "../../shared/user-session";
import { procedureFor, router } from "../trpc";
import { endOtherSessions } from "./end-other-sessions";
import { endSession } from "./end-session";
import { getSessions } from "./get-sessions";

/** One's own sessions: every member holds `viewAccount`. */
export const sessionRouter = router({
	getSessions: procedureFor("viewAccount").query(getSessions),
	endSession: procedureFor("viewAccount").input(EndSession).mutation(endSession),
	endOtherSessions: procedureFor("viewAccount").mutation(({ ctx }) => endOtherSessions({ ctx, input: undefined })),
});
