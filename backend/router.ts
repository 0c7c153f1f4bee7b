import { accountRouter } from "./account/router";
import { alertRouter } from "./alert/router";
import { billingRouter } from "./billing/router";
import { deviceRouter } from "./device/router";
import { groupRouter } from "./group/router";
import { logRouter } from "./log/router";
import { reportRouter } from "./report/router";
import { sessionRouter } from "./session/router";
import { router } from "./trpc";

export const appRouter = router({
	account: accountRouter,
	alert: alertRouter,
	billing: billingRouter,
	device: deviceRouter,
	group: groupRouter,
	log: logRouter,
	report: reportRouter,
	session: sessionRouter,
});
export type AppRouter = typeof appRouter;
