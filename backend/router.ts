import { accountRouter } from "./account/router";
import { alertRouter } from "./alert/router";
import { mergeRouters, router } from "./base/trpc";
import { billingRouter } from "./billing/router";
import { contactRouter } from "./contact/router";
import { deviceRouter } from "./device/router";
import { groupRouter } from "./group/router";
import { importRouter } from "./import/router";
import { integrationRouter } from "./integration/router";
import { logRouter } from "./log/router";
import { reportRouter } from "./report/router";
import { sessionRouter, userSessionRouter } from "./session/router";
import { undoRouter } from "./undo/router";

export const appRouter = router({
	account: mergeRouters(accountRouter, contactRouter, integrationRouter, userSessionRouter, undoRouter),
	alert: alertRouter,
	billing: billingRouter,
	device: deviceRouter,
	group: groupRouter,
	log: mergeRouters(logRouter, importRouter),
	report: reportRouter,
	session: sessionRouter,
});
export type AppRouter = typeof appRouter;
