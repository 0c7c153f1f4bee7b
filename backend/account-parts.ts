import { accountWorks, forget, hooks, runHooks } from "./account-works";
import { maskPastUrls } from "./activity/mask-past-urls";
import { createRunningRequests } from "./activity/request-once";
import { createStateReport } from "./alarm/account-state";
import { createAlarm } from "./alarm/alarm";
import { createRecordDue } from "./alarm/overdue-accounts";
import { createAlertWatch } from "./alert/alert-watch";
import { rereadOpenEvents } from "./alert/reread-events";
import { watchReach } from "./alert/unreachable-rules";
import { createAssistantUses } from "./assistant/assistant-uses";
import { createAttachmentFiles } from "./attachment/attachments";
import { accountObjects } from "./base/account-objects";
import { archivePrefix } from "./base/archive-places";
import type { EvidenceArchive, IntervalWatch } from "./base/context";
import { parseSettings } from "./base/env";
import { logFault } from "./base/event-log";
import { createNewId } from "./base/ids";
import { openDeliveryChannels } from "./base/message-settings";
import { objectSpace, spaceUsedOf } from "./base/object-space";
import { createOutside } from "./base/outside";
import { createPageTurns } from "./base/page-turns";
import { planCatalog } from "./base/plan-catalog";
import { createReadTurnQueue } from "./base/read-turn-queue";
import { faultText, reportFault } from "./base/report-error";
import { createTurnQueue } from "./base/turn-queue";
import { createCallCounter } from "./billing/call-counter";
import { planName } from "./billing/new-plan";
import { createPaymentsOf } from "./billing/stripe/payments-of";
import { watchUsage } from "./billing/watch-usage";
import { bringTablesUpToDate } from "./db/account-tables";
import { openAccountDb } from "./db/cached-rows";
import { allCalibrations } from "./db/calibration-rows";
import { derivedIdsOf, derivedReachMs } from "./db/derived-channel-rows";
import { findKeptDays, listDevicesWithRetention } from "./db/device-rows";
import { importSpan } from "./db/import-rows";
import {
	addGoneDevice,
	addReadingChange,
	addRemovedReadings,
	highestChangedSeq,
	lookAtReportsAgain,
} from "./db/reading-change-rows";
import { highestVerdictSeq, holdingVerdicts } from "./db/reading-verdict-rows";
import { highestRunSeq, mayBeReported } from "./db/report-run-rows";
import { createCachedDevices } from "./device/list/cached-devices";
import { createDeviceWatch } from "./device/status/device-watch";
import { createLineSources } from "./ingest/lines/line-sources";
import { createUploadMeter } from "./ingest/quota";
import { createIngestKeys, createWebhookSecrets } from "./keys/ingest-keys";
import { createLiveSockets, type LiveSockets } from "./live/live-sockets";
import { createLinkOpens } from "./public-link/link-opens";
import { createHold } from "./recovery/hold";
import { heldDevices } from "./report/run/held-devices";
import { createFindText } from "./session/text-records";
import { watchObjectSpace } from "./storage/watch-object-space";
import { watchStorage } from "./storage/watch-storage";
import { createBlockReadingStore } from "./store/block-reading-store";
import { createCalibratedReadingStore } from "./store/calibrated-reading-store";
import { computedChannels, driversOf } from "./store/derived/computed-channels";
import { createDerivedReadingStore } from "./store/derived/derived-reading-store";
import { createDerivedTaken } from "./store/derived/derived-taken";
import { withTimelyLatest } from "./store/timely-latest";
import { createTrackedReadingStore } from "./store/tracked-reading-store";

/** A pause costs as much as a short list, so that several lists of a small account share one. */
const listsAtOnce = 8;

export type AccountParts = ReturnType<typeof createAccountParts>;

/** Creates the parts and migrates the tables to this release. */
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
	const idsOf = (deviceId: string) => derivedIdsOf(db, deviceId);
	const sentReadings = createBlockReadingStore({
		storage: state.storage,
		archive: env.ARCHIVE,
		archivePrefix: archivePrefix("log", state.id),
		retentionDays: (deviceId) => findKeptDays(db, deviceId),
		heldIds: idsOf,
		devicesWithRetention: (after, limit) => listDevicesWithRetention(db, after, limit),
		verdicts: (deviceId) => holdingVerdicts(db, deviceId),
		seqAtLeast: () => Math.max(highestRunSeq(db), highestChangedSeq(db), highestVerdictSeq(db)),
		heldDevices: (now) => heldDevices(db, now),
		isTight: () => spaceUsed() >= objectSpace.archivesEarly,
		nextTurn: turnQueue.next,
		merged: (deviceId, span) => lookAtReportsAgain(db, { deviceId, ...span }, Date.now()),
		now: Date.now,
	});
	const timelyReadings = withTimelyLatest(sentReadings, Date.now);
	const calibratedReadings = createCalibratedReadingStore(timelyReadings, () => allCalibrations(db));
	const derivedTaken = createDerivedTaken(calibratedReadings, { find: () => computedChannels(db), idsOf });
	const derivedReadings = createDerivedReadingStore(derivedTaken, {
		find: (deviceIds) => computedChannels(db, deviceIds),
		drivers: () => driversOf(db),
		idsOf,
		reachMs: (deviceId) => derivedReachMs(db, deviceId),
		sent: timelyReadings,
	});
	const readingStore = createTrackedReadingStore(derivedReadings, {
		changed: (change) => addReadingChange(db, change, Date.now()),
		removed: (change) => addRemovedReadings(db, change),
		touched: (change) => lookAtReportsAgain(db, change, Date.now()),
		mayMatter: (at) => mayBeReported(db, at),
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
	const findText = createFindText(settings.local);
	const calls = createCallCounter(db);
	const assistantUses = createAssistantUses(db);
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
	const evidence: EvidenceArchive = { bucket: env.ARCHIVE, prefix: archivePrefix("evidence", state.id) };
	const attachmentFiles = createAttachmentFiles(env.ARCHIVE, archivePrefix("attachment", state.id));
	const pageTurns = createPageTurns({
		now: Date.now,
		turnQueue,
		pause: (ms, signal) => scheduler.wait(ms, { signal }),
	});
	const hold = createHold({ db, invalidations, hooks, directory: env.DIRECTORY, clock: Date.now });
	const works = accountWorks({
		db,
		invalidations,
		readingStore,
		turnQueue,
		pageTurns,
		hold,
		watch,
		alertWatch,
		fleetWatch,
		storageWatch,
		usageWatch,
		calls,
		assistantUses,
		metered,
		payments,
		evidence,
		attachmentFiles,
		closeScreens: sockets.closeAll,
		env,
		id: state.id,
	});
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
		assistantUses,
		planCatalog,
		payments,
		findText,
		outside: createOutside(settings.local),
		operatorKey: settings.operatorKey,
		consoleUrl,
		mailDomain: settings.messages.mailDomain,
		ready,
		closing: { id: state.id, db, bucket: env.ARCHIVE, directory: env.DIRECTORY, payments },
		reportPrefix: archivePrefix("report", state.id),
		lakePrefix: archivePrefix("lake", state.id),
		turnQueue,
		pageTurns,
		fleetWatch,
		spaceUsed,
		lookAtSpace,
		meter: createUploadMeter(),
		lineSources: createLineSources(db),
		reads: createReadTurnQueue({ now: Date.now, pause: turnQueue.next }),
		deviceKeys: createIngestKeys("device", settings.ingestSecrets),
		integrationKeys: createIngestKeys("integrationKey", settings.ingestSecrets),
		apiKeys: createIngestKeys("apiKey", settings.ingestSecrets),
		wallTokens: createIngestKeys("wall", settings.ingestSecrets),
		publicLinkTokens: createIngestKeys("publicLink", settings.ingestSecrets),
		linkOpens: createLinkOpens(db),
		calendarTokens: createIngestKeys("dutyCalendar", settings.ingestSecrets),
		webhookSecrets: createWebhookSecrets(settings.ingestSecrets),
		runningRequests: createRunningRequests(),
		planName: planName(settings),
		openDeliveryChannels: openDeliveryChannels(settings.messages),
		pushPublicKey: settings.messages.push?.publicKey ?? null,
		telegramBot: settings.messages.telegram?.name ?? null,
		consoleHosts: consoleUrl === null ? [] : [new URL(consoleUrl).hostname],
		directory: env.DIRECTORY,
		brandFiles: env.ARCHIVE,
		attachmentFiles,
		evidence,
		accounts: accountObjects(env),
	};
}

export type AccountStore = ReturnType<typeof createAccountStore>;

export function createAccountStore(parts: AccountParts, now: number) {
	return { ...parts, now, newId: createNewId(now) };
}
