import { accountRouter } from "./account/router";
import { viewRouter } from "./account/views";
import { failedWorkRouter } from "./alarm/router";
import { alertRouter } from "./alert/router";
import { apiKeyRouter } from "./api/key-router";
import { assistantRouter } from "./assistant/router";
import { attachmentRouter } from "./attachment/router";
import { mergeRouters, router } from "./base/trpc";
import { billingRouter } from "./billing/router";
import { brandRouter } from "./brand/router";
import { certificateRouter } from "./certificate/router";
import { contactListRouter, contactRouter } from "./contact/router";
import { deviceRouter } from "./device/router";
import { rosterRouter } from "./duty/router";
import { firstStepsRouter } from "./first-steps/router";
import { floorPlanRouter } from "./floor-plan/router";
import { groupRouter } from "./group/router";
import { importRouter } from "./import/router";
import { integrationMessageRouter, sentReadingsRouter } from "./ingest/router";
import { integrationRouter } from "./integration/router";
import { lakeRouter } from "./lake/router";
import { leavingRouter } from "./leaving/router";
import { logRouter } from "./log/router";
import { mailInboxRouter } from "./mail/router";
import { messageRouter } from "./message/router";
import { overviewRouter } from "./overview/router";
import { proposalRouter } from "./proposal/router";
import { publicLinkRouter } from "./public-link/router";
import { recoveryRouter } from "./recovery/router";
import { reportRouter } from "./report/router";
import { roundRouter } from "./round/router";
import { sessionRouter } from "./session/router";
import { storageRouter } from "./storage/router";
import { trailReviewRouter } from "./trail-review/router";
import { undoRouter } from "./undo/router";
import { wallRouter } from "./wall/router";
import { webhookRouter } from "./webhook/router";

export const appRouter = router({
	account: mergeRouters(
		accountRouter,
		apiKeyRouter,
		assistantRouter,
		brandRouter,
		contactListRouter,
		failedWorkRouter,
		integrationRouter,
		integrationMessageRouter,
		lakeRouter,
		leavingRouter,
		mailInboxRouter,
		publicLinkRouter,
		proposalRouter,
		recoveryRouter,
		trailReviewRouter,
		undoRouter,
	),
	alert: alertRouter,
	attachment: attachmentRouter,
	billing: mergeRouters(billingRouter, storageRouter),
	contact: mergeRouters(contactRouter, rosterRouter),
	device: mergeRouters(deviceRouter, overviewRouter, certificateRouter),
	firstSteps: firstStepsRouter,
	group: mergeRouters(groupRouter, floorPlanRouter, wallRouter),
	log: mergeRouters(logRouter, importRouter, sentReadingsRouter),
	message: messageRouter,
	report: reportRouter,
	round: roundRouter,
	session: sessionRouter,
	view: viewRouter,
	webhook: webhookRouter,
});
export type AppRouter = typeof appRouter;
