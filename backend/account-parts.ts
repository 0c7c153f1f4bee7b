import { directoryWorks } from "./account/directory-works";
import { invitationHook } from "./account/invitation-mail";
import { secondStepHook } from "./account/require-second-step";
import { oldAuditWork } from "./activity/audit";
import { maskPastUrls } from "./activity/mask-past-urls";
import { createRunningRequests, oldRequestsWork } from "./activity/request-once";
import { createStateReport } from "./alarm/account-state";
import { createAlarm } from "./alarm/alarm";
import { createRecordDue } from "./alarm/overdue-accounts";
import { alertHook } from "./alert/alert-hook";
import { forgetDevicesInRules } from "./alert/alert-scope";
import { createAlertWatch } from "./alert/alert-watch";
import { plannedMutesWork } from "./alert/planned-mutes-work";
import { rereadOpenEvents } from "./alert/reread-events";
import { unreachableHook, watchReach } from "./alert/unreachable-rules";
import { endingHooks, endingKeysWork } from "./api/ending-keys";
import { accountObjects } from "./base/account-objects";
import { archivePrefix } from "./base/archive-places";
import type { EvidenceArchive, IntervalWatch } from "./base/context";
import { parseSettings } from "./base/env";
import { logFault } from "./base/event-log";
import { createNewId } from "./base/ids";
import type { Job } from "./base/job";
import { openDeliveryChannels } from "./base/message-settings";
import { objectSpace, spaceUsedOf } from "./base/object-space";
import { createPageTurns } from "./base/page-turns";
import { planCatalog } from "./base/plan-catalog";
import { createReadTurnQueue } from "./base/read-turn-queue";
import { faultText, reportFault } from "./base/report-error";
import { createTurnQueue } from "./base/turn-queue";
import { createCallCounter } from "./billing/call-counter";
import { closeMonthsWork } from "./billing/close-months";
import { planName } from "./billing/new-plan";
import { readPaymentWork } from "./billing/read-payment";
import { createPaymentsOf } from "./billing/stripe/payments-of";
import { watchUsage } from "./billing/watch-usage";
import { publishBrandWork } from "./brand/publish-work";
import { bringTablesUpToDate } from "./db/account-tables";
import { deleteEventsOfDevices } from "./db/alert-event-rows";
import { openAccountDb } from "./db/cached-rows";
import { allCalibrations } from "./db/calibration-rows";
import { findKeptDays, listDevicesWithRetention } from "./db/device-rows";
import { deleteImportsOf, importSpan } from "./db/import-rows";
import { deleteLogEventsOf } from "./db/log-event-rows";
import { deletePlannedMutesOf } from "./db/planned-mute-rows";
import { addGoneDevice, addReadingChange, highestChangedSeq } from "./db/reading-change-rows";
import { deleteVerdictsOf, highestVerdictSeq, holdingVerdicts } from "./db/reading-verdict-rows";
import { highestRunSeq } from "./db/report-run-rows";
import { deleteShortenings } from "./db/retention-rows";
import { forgetInUndos } from "./db/undo-rows";
import { bulkChangesWork } from "./device/change/bulk-change";
import { deviceSubject } from "./device/device-projection";
import { createCachedDevices } from "./device/list/cached-devices";
import { deleteDevicesWork, type ForgetDevices } from "./device/purge-devices";
import { createDeviceWatch } from "./device/status/device-watch";
import { archiveEvidenceWork } from "./evidence/archive-evidence";
import { auditEvidence } from "./evidence/audit-evidence";
import { eraseEvidenceWork } from "./evidence/erase-evidence";
import { removeEvidenceWork } from "./evidence/evidence-retention";
import { messageEvidence } from "./evidence/message-evidence";
import { sampleWork } from "./first-steps/load-sample";
import { forgetSampleDevices } from "./first-steps/remove-sample";
import { mergeImportsWork } from "./import/undo-import";
import { createUploadMeter } from "./ingest/quota";
import { oldIntegrationMessagesWork } from "./ingest/stored-messages";
import { createIngestKeys, createWebhookSecrets } from "./keys/ingest-keys";
import { deletionWork } from "./leaving/deletion-work";
import { dataExportWork } from "./leaving/export/export-work";
import { deletionHook } from "./leaving/plan-deletion";
import { createLiveSockets, type LiveSockets } from "./live/live-sockets";
import { handOverWork } from "./message/hand-over";
import type { CauseHooks } from "./message/message-outcome";
import { oldMessagesWork } from "./message/old-messages";
import { createHold } from "./recovery/hold";
import { deliveryHooks } from "./report/delivery/deliver-run";
import { reportHook } from "./report/delivery/report-hook";
import { withRunEvents } from "./report/delivery/run-events";
import { forgetDevicesInReports } from "./report/forget-devices";
import { editionsWork } from "./report/proof/editions";
import { indexHashesWork } from "./report/proof/file-hashes";
import { handOverRunsWork } from "./report/run/hand-over-runs";
import { heldDevices } from "./report/run/held-devices";
import { oldRunsWork, sweepReportsWork } from "./report/run/old-runs";
import { reviseRunsWork } from "./report/run/revise-runs";
import type { RunHooks } from "./report/run/run-hooks";
import { reportScheduleWork } from "./report/run/schedule-work";
import { removeShortenedWork } from "./storage/remove-shortened";
import { watchObjectSpace } from "./storage/watch-object-space";
import { watchStorage } from "./storage/watch-storage";
import { createBlockReadingStore } from "./store/block-reading-store";
import { createCalibratedReadingStore } from "./store/calibrated-reading-store";
import { withTimelyLatest } from "./store/timely-latest";
import { createTrackedReadingStore } from "./store/tracked-reading-store";
import { eventHook } from "./webhook/event-hook";

/** A pause costs as much as a short list, so that several lists of a small account share one. */
const listsAtOnce = 8;

const forget: ForgetDevices[] = [
	({ db }, deviceIds) => deleteImportsOf(db, deviceIds),
	({ db }, deviceIds) => deleteVerdictsOf(db, deviceIds),
	({ db }, deviceIds) => deleteShortenings(db, deviceIds),
	({ db }, deviceIds) => deletePlannedMutesOf(db, deviceIds),
	({ db }, deviceIds) => deleteLogEventsOf(db, deviceIds),
	({ db }, deviceIds) => deleteEventsOfDevices(db, deviceIds),
	({ db, now }, deviceIds) => forgetInUndos(db, deviceIds, now),
	forgetDevicesInRules,
	forgetDevicesInReports,
	forgetSampleDevices,
];

const hooks: CauseHooks = {
	invitation: invitationHook,
	alert: alertHook,
	unreachable: unreachableHook,
	secondStep: secondStepHook,
	report: reportHook,
	deletion: deletionHook,
	event: eventHook,
	...endingHooks,
};

const runHooks: RunHooks = withRunEvents(deliveryHooks);

export type AccountParts = ReturnType<typeof createAccountParts>;

/** Also brings the tables to this release's form. */
export function createAccountParts(state: DurableObjectState, env: BackendEnv) {
	const configuration = parseSettings(env);
	if (!configuration.isValid) throw new Error(`Settings not valid: ${configuration.problems.join(", ")}`);
	const { settings } = configuration;
	const { consoleUrl } = settings.messages;
	const db = openAccountDb(state.storage);
	const ready = state.blockConcurrencyWhile(async () => {
		await bringTablesUpToDate(state.storage);
		maskPastUrls(db, Date.now());
	});
	const spaceUsed = spaceUsedOf(state.storage);
	const turnQueue = createTurnQueue(
		() => scheduler.wait(0),
		() => (cachedDevices.isLarge() ? 1 : listsAtOnce),
	);
	const sentReadings = createBlockReadingStore({
		storage: state.storage,
		archive: env.ARCHIVE,
		archivePrefix: archivePrefix("log", state.id),
		retentionDays: (deviceId) => findKeptDays(db, deviceId),
		devicesWithRetention: (after, limit) => listDevicesWithRetention(db, after, limit),
		verdicts: (deviceId) => holdingVerdicts(db, deviceId),
		seqAtLeast: () => Math.max(highestRunSeq(db), highestChangedSeq(db), highestVerdictSeq(db)),
		heldDevices: (now) => heldDevices(db, now),
		isTight: () => spaceUsed() >= objectSpace.archivesEarly,
		nextTurn: turnQueue.next,
		now: Date.now,
	});
	const timelyReadings = withTimelyLatest(sentReadings, Date.now);
	const calibratedReadings = createCalibratedReadingStore(timelyReadings, () => allCalibrations(db));
	const readingStore = createTrackedReadingStore(calibratedReadings, {
		changed: (change) => addReadingChange(db, change),
		gone: (device) => addGoneDevice(db, device),
		importSpan: (importId) => importSpan(db, importId),
	});
	const cachedDevices = createCachedDevices({ db, readingStore, turnQueue });
	const sockets = createLiveSockets({ state, db, now: Date.now });
	const live: LiveSockets = {
		...sockets,
		changed(topic, deviceIds) {
			cachedDevices.changed(topic, deviceIds);
			sockets.changed(topic, deviceIds);
		},
	};
	const reach = watchReach(live);
	const { invalidations } = reach;
	const watch = createDeviceWatch({ db, invalidations, readingStore, turnQueue });
	const storageWatch = watchStorage({ db, invalidations, readingStore });
	const payments = createPaymentsOf(settings);
	const isPaidHere = planCatalog.billing === "plans" && payments !== null;
	const calls = createCallCounter(db);
	const metered = { db, invalidations, readingStore, calls, catalog: planCatalog };
	const usageWatch = watchUsage(metered);
	const lookAtSpace = watchObjectSpace({ db, invalidations, spaceUsed });
	const alertWatch = createAlertWatch({ db, invalidations, readingStore, turnQueue });
	/** Call after any change to rules or groups. */
	const fleetWatch: IntervalWatch = {
		readingsChanged: (channel, cause) =>
			rereadOpenEvents({ db, readingStore, invalidations, now: Date.now() }, channel, cause),
		intervalsChanged: async (deviceIds) => {
			try {
				await watch.intervalsChanged(deviceIds);
				if (deviceIds === "all") await turnQueue.next();
				await alertWatch.fleetChanged(Date.now(), deviceIds);
			} catch (error) {
				// The change is stored, so an error here would make the caller repeat it.
				logFault({ event: "watch-not-renewed", ...faultText(error) });
				reportFault(error, { place: "account", event: "watch-not-renewed" });
				alertWatch.loadAnew();
			}
		},
	};
	const { ALERT_MESSAGES: alerts, MAIL_MESSAGES: mail, WEBHOOK_MESSAGES: webhooks } = env;
	const evidence: EvidenceArchive = { bucket: env.ARCHIVE, prefix: archivePrefix("evidence", state.id) };
	const pageTurns = createPageTurns({
		now: Date.now,
		turnQueue,
		pause: (ms, signal) => scheduler.wait(ms, { signal }),
	});
	const hold = createHold({ db, invalidations, hooks, directory: env.DIRECTORY, clock: Date.now });
	const works: Job[] = [
		hold.holding(handOverWork({ db, invalidations, hooks, queues: { alerts, mail, webhooks } })),
		...alertWatch.works,
		plannedMutesWork({ db, invalidations }),
		watch.work,
		hold.holding(editionsWork({ db, queue: env.REPORT_RUNS })),
		hold.holding(reportScheduleWork({ db, invalidations })),
		hold.holding(handOverRunsWork({ db, invalidations, queue: env.REPORT_RUNS, hooks: runHooks })),
		bulkChangesWork({ db, invalidations, turnQueue, watch: fleetWatch }),
		hold.holding(deletionWork({ db, invalidations, closeScreens: sockets.closeAll })),
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
		sweepReportsWork({ db, bucket: env.ARCHIVE }),
		storageWatch.work,
		calls.work,
		usageWatch.work,
		hold.holding(endingKeysWork({ db, invalidations })),
		hold.holding(readPaymentWork({ ...metered, payments })),
		hold.holding(closeMonthsWork({ ...metered, isPaidHere, directory: env.DIRECTORY })),
		removeShortenedWork({ db, invalidations, readingStore }),
		...directoryWorks({ db, directory: env.DIRECTORY }).map(hold.holding),
		hold.holding(indexHashesWork({ db, directory: env.DIRECTORY })),
		hold.holding(publishBrandWork({ db, directory: env.DIRECTORY })),
		dataExportWork({
			db,
			invalidations,
			readingStore,
			pageTurns,
			evidence,
			bucket: env.ARCHIVE,
			prefix: archivePrefix("export", state.id),
		}),
		...readingStore.work.map((work) => ({ ...work, describe: (subject: string) => deviceSubject(db, subject) })),
	];
	const waitUntil = (work: Promise<unknown>) => state.waitUntil(work);
	const reporting = { db, directory: env.DIRECTORY, waitUntil };
	const recordDue = createRecordDue(reporting);
	const reportState = createStateReport({ ...reporting, spaceUsed, planPercent: usageWatch.nearestPercent });
	const alarm = createAlarm({
		db,
		invalidations,
		works,
		storage: state.storage,
		clock: Date.now,
		report: reportFault,
		recordDue: (dueAt) => {
			recordDue(dueAt);
			reportState(Date.now());
		},
	});
	state.blockConcurrencyWhile(() => alarm.arm());
	return {
		db,
		readingStore,
		cachedDevices,
		live,
		reach,
		invalidations,
		hooks,
		forget,
		watch,
		hold,
		alertWatch,
		storageWatch,
		works,
		alarm,
		runHooks,
		usageWatch,
		calls,
		planCatalog,
		payments,
		consoleUrl,
		ready,
		closing: { id: state.id, db, bucket: env.ARCHIVE, directory: env.DIRECTORY, payments },
		reportPrefix: archivePrefix("report", state.id),
		turnQueue,
		pageTurns,
		fleetWatch,
		spaceUsed,
		lookAtSpace,
		meter: createUploadMeter(),
		reads: createReadTurnQueue({ now: Date.now, pause: turnQueue.next }),
		deviceKeys: createIngestKeys("device", settings.ingestSecrets),
		integrationKeys: createIngestKeys("integrationKey", settings.ingestSecrets),
		apiKeys: createIngestKeys("apiKey", settings.ingestSecrets),
		wallTokens: createIngestKeys("wall", settings.ingestSecrets),
		webhookSecrets: createWebhookSecrets(settings.ingestSecrets),
		runningRequests: createRunningRequests(),
		planName: planName(settings),
		openDeliveryChannels: openDeliveryChannels(settings.messages),
		pushPublicKey: settings.messages.push?.publicKey ?? null,
		consoleHosts: consoleUrl === null ? [] : [new URL(consoleUrl).hostname],
		directory: env.DIRECTORY,
		brandFiles: env.ARCHIVE,
		evidence,
		accounts: accountObjects(env),
	};
}

export type AccountStore = ReturnType<typeof createAccountStore>;

export function createAccountStore(parts: AccountParts, now: number) {
	return { ...parts, now, newId: createNewId(now) };
}
