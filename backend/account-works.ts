import { minuteMs } from "../shared/base/durations";
import { said } from "../shared/log/said";
import { directoryWorks } from "./account/directory-works";
import { invitationHook } from "./account/invitation-mail";
import { secondStepHook } from "./account/require-second-step";
import { oldAuditWork } from "./activity/audit";
import { oldRequestsWork } from "./activity/request-once";
import { alertHook } from "./alert/alert-hook";
import { forgetDevicesInRules } from "./alert/alert-scope";
import type { AlertWatch } from "./alert/alert-watch";
import { unreachableHook } from "./alert/unreachable-rules";
import { endingHooks, endingKeysWork } from "./api/ending-keys";
import type { createAssistantUses } from "./assistant/assistant-uses";
import { freeDeviceAttachments, oldAttachmentsWork } from "./attachment/attachments";
import { archivePrefix } from "./base/archive-places";
import type { AccountDb, AttachmentFiles, EvidenceArchive, IntervalWatch, Invalidations } from "./base/context";
import { doneTogether, type Job } from "./base/job";
import type { PageTurns } from "./base/page-turns";
import type { Payments } from "./base/payments";
import { planCatalog } from "./base/plan-catalog";
import type { ReadingStore } from "./base/reading-store";
import type { TurnQueue } from "./base/turn-queue";
import type { createCallCounter } from "./billing/call-counter";
import { closeMonthsWork } from "./billing/close-months";
import { readPaymentWork } from "./billing/read-payment";
import type { watchUsage } from "./billing/watch-usage";
import { publishBrandWork } from "./brand/publish-work";
import { certificateRemindersWork, certificatesHook } from "./certificate/remind-of-certificates";
import { deleteEventsOfDevices } from "./db/alert-event-rows";
import { deleteCertificatesOf } from "./db/certificate-rows";
import { deletePlacementsOfDevices } from "./db/floor-plan-rows";
import { deleteImportsOf } from "./db/import-rows";
import { deleteJustifiedSpansOf } from "./db/justified-span-rows";
import { deleteLineRulesOfDevices } from "./db/line-rows";
import { deleteLogEventsOf } from "./db/log-event-rows";
import { deletePlannedMutesOf, nextPlannedChangeAt, passPlannedMutes } from "./db/planned-mute-rows";
import { deleteVerdictsOf } from "./db/reading-verdict-rows";
import { deleteRecipeSendersOfDevices } from "./db/recipe-rows";
import { deleteShortenings } from "./db/retention-rows";
import { forgetInUndos } from "./db/undo-rows";
import { bulkChangesWork } from "./device/change/bulk-change";
import { deviceSubject } from "./device/device-projection";
import { deleteDevicesWork, type ForgetDevices } from "./device/purge-devices";
import type { DeviceWatch } from "./device/status/device-watch";
import { dutyGapHook, dutyHook, dutyWork } from "./duty/duty-messages";
import { swapHook } from "./duty/swaps";
import { archiveEvidenceWork } from "./evidence/archive-evidence";
import { auditEvidence } from "./evidence/audit-evidence";
import { eraseEvidenceWork } from "./evidence/erase-evidence";
import { removeEvidenceWork } from "./evidence/evidence-retention";
import { messageEvidence } from "./evidence/message-evidence";
import { sampleWork } from "./first-steps/load-sample";
import { forgetSampleDevices } from "./first-steps/remove-sample";
import { absentPlacementsWork } from "./floor-plan/router";
import { mergeImportsWork } from "./import/undo-import";
import { oldIntegrationMessagesWork } from "./ingest/stored-messages";
import { lakeWork } from "./lake/night";
import { deletionWork } from "./leaving/deletion-work";
import { dataExportWork } from "./leaving/export/export-work";
import { deletionHook } from "./leaving/plan-deletion";
import type { LiveSockets } from "./live/live-sockets";
import { handOverWork } from "./message/hand-over";
import type { CauseHooks } from "./message/message-outcome";
import { oldMessagesWork } from "./message/old-messages";
import type { createHold } from "./recovery/hold";
import { deliveryHooks } from "./report/delivery/deliver-run";
import { reportHook } from "./report/delivery/report-hook";
import { withRunEvents } from "./report/delivery/run-events";
import { forgetDevicesInReports } from "./report/forget-devices";
import { editionsWork } from "./report/proof/editions";
import { indexHashesWork } from "./report/proof/file-hashes";
import { handOverRunsWork } from "./report/run/hand-over-runs";
import { oldRunsWork, sweepReportsWork } from "./report/run/old-runs";
import { reviseRunsWork } from "./report/run/revise-runs";
import type { RunHooks } from "./report/run/run-hooks";
import { reportScheduleWork } from "./report/run/schedule-work";
import { missedRoundHook, roundWork } from "./round/round-watch";
import { removeShortenedWork } from "./storage/remove-shortened";
import type { watchStorage } from "./storage/watch-storage";
import { reviewFilesWork } from "./trail-review/claim-review";
import { trailReviewHook, trailReviewWork } from "./trail-review/remind";
import { eventHook } from "./webhook/event-hook";

export const forget: ForgetDevices[] = [
	({ db }, deviceIds) => deleteImportsOf(db, deviceIds),
	({ db }, deviceIds) => deleteVerdictsOf(db, deviceIds),
	({ db }, deviceIds) => deleteJustifiedSpansOf(db, deviceIds),
	({ db }, deviceIds) => deleteCertificatesOf(db, deviceIds),
	({ db }, deviceIds) => deleteShortenings(db, deviceIds),
	({ db }, deviceIds) => deletePlannedMutesOf(db, deviceIds),
	({ db }, deviceIds) => deleteLineRulesOfDevices(db, deviceIds),
	({ db }, deviceIds) => deleteRecipeSendersOfDevices(db, deviceIds),
	({ db }, deviceIds) => deletePlacementsOfDevices(db, deviceIds),
	({ db }, deviceIds) => deleteLogEventsOf(db, deviceIds),
	({ db }, deviceIds) => deleteEventsOfDevices(db, deviceIds),
	({ db, now }, deviceIds) => forgetInUndos(db, deviceIds, now),
	freeDeviceAttachments,
	forgetDevicesInRules,
	forgetDevicesInReports,
	forgetSampleDevices,
];

export const hooks: CauseHooks = {
	invitation: invitationHook,
	alert: alertHook,
	unreachable: unreachableHook,
	secondStep: secondStepHook,
	report: reportHook,
	deletion: deletionHook,
	duty: dutyHook,
	dutyGap: dutyGapHook,
	swap: swapHook,
	missedRound: missedRoundHook,
	event: eventHook,
	trailReview: trailReviewHook,
	certificatesDue: certificatesHook,
	...endingHooks,
};

export const runHooks: RunHooks = withRunEvents(deliveryHooks);

type WorkParts = {
	env: BackendEnv;
	id: DurableObjectId;
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: ReadingStore;
	turnQueue: TurnQueue;
	pageTurns: PageTurns;
	hold: ReturnType<typeof createHold>;
	watch: DeviceWatch;
	alertWatch: AlertWatch;
	fleetWatch: IntervalWatch;
	storageWatch: ReturnType<typeof watchStorage>;
	usageWatch: ReturnType<typeof watchUsage>;
	calls: ReturnType<typeof createCallCounter>;
	assistantUses: ReturnType<typeof createAssistantUses>;
	metered: Parameters<typeof watchUsage>[0];
	payments: Payments | null;
	evidence: EvidenceArchive;
	attachmentFiles: AttachmentFiles;
	closeScreens: LiveSockets["closeAll"];
};

/** Returns the account's jobs. The alarm runs those that are due, in this order. */
export function accountWorks({ env, id, closeScreens, metered, ...parts }: WorkParts): Job[] {
	const { db, invalidations, readingStore, turnQueue, pageTurns, hold, watch, alertWatch, fleetWatch } = parts;
	const { storageWatch, usageWatch, calls, assistantUses, payments, evidence, attachmentFiles } = parts;
	const { DIRECTORY: directory, ARCHIVE: bucket } = env;
	const queues = { alerts: env.ALERT_MESSAGES, mail: env.MAIL_MESSAGES, webhooks: env.WEBHOOK_MESSAGES };
	const isPaidHere = planCatalog.billing === "plans" && payments !== null;
	return [
		hold.holding(handOverWork({ db, invalidations, hooks, queues })),
		...alertWatch.works,
		hold.holding(dutyWork({ db, invalidations })),
		hold.holding(roundWork({ db, invalidations })),
		plannedMutesWork({ db, invalidations }),
		watch.work,
		hold.holding(editionsWork({ db, queue: env.REPORT_RUNS })),
		hold.holding(reviewFilesWork({ db, queue: env.REPORT_RUNS })),
		hold.holding(trailReviewWork({ db, invalidations })),
		hold.holding(reportScheduleWork({ db, invalidations })),
		hold.holding(handOverRunsWork({ db, invalidations, queue: env.REPORT_RUNS, hooks: runHooks })),
		bulkChangesWork({ db, invalidations, turnQueue, readingStore, watch: fleetWatch }),
		hold.holding(deletionWork({ db, invalidations, closeScreens })),
		deleteDevicesWork({ db, invalidations, readingStore, forget }),
		sampleWork({ db, invalidations, readingStore, watch, alertWatch }),
		mergeImportsWork({ db, readingStore }),
		oldMessagesWork(db),
		oldIntegrationMessagesWork(db),
		oldAuditWork(db),
		oldRequestsWork(db),
		archiveEvidenceWork({ db, archive: evidence }, auditEvidence),
		archiveEvidenceWork({ db, archive: evidence }, messageEvidence),
		eraseEvidenceWork({ db, archive: evidence }),
		removeEvidenceWork({ db, invalidations }),
		reviseRunsWork({ db, invalidations, readingStore, pageTurns }),
		oldRunsWork({ db, invalidations }),
		sweepReportsWork({ db, bucket }),
		oldAttachmentsWork({ db, attachmentFiles }),
		absentPlacementsWork(db),
		storageWatch.work,
		calls.work,
		assistantUses.work,
		usageWatch.work,
		hold.holding(endingKeysWork({ db, invalidations })),
		hold.holding(certificateRemindersWork({ db })),
		hold.holding(readPaymentWork({ ...metered, payments })),
		hold.holding(closeMonthsWork({ ...metered, isPaidHere, directory })),
		removeShortenedWork({ db, invalidations, readingStore }),
		...directoryWorks({ db, directory }).map(hold.holding),
		hold.holding(indexHashesWork({ db, directory })),
		hold.holding(publishBrandWork({ db, directory })),
		dataExportWork({
			db,
			invalidations,
			readingStore,
			pageTurns,
			evidence,
			bucket,
			prefix: archivePrefix("export", id),
		}),
		hold.holding(
			lakeWork({
				db,
				invalidations,
				readingStore,
				turnQueue,
				queue: env.REPORT_RUNS,
				prefix: archivePrefix("lake", id),
			}),
		),
		...readingStore.work.map((work) => ({ ...work, describe: (subject: string) => deviceSubject(db, subject) })),
	];
}

function plannedMutesWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	return {
		name: "planned mutes",
		title: said("work.is.plannedMutes"),
		...doneTogether(() => nextPlannedChangeAt(db), minuteMs),
		async run(_, now) {
			db.transaction(() => passPlannedMutes(db, now));
			for (const topic of ["devices", "groups", "alerts"] as const) invalidations.changed(topic, "all");
		},
	};
}
