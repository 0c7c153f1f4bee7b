import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import type { CurrentAccount, FormerMembership, OpenedInvitation } from "../shared/account";
import type { AuditAction } from "../shared/audit";
import { actOnKeptState, type KeptObjectAct } from "../shared/kept-state";
import { livePath } from "../shared/live";
import type { SeedAccount, SeedDevice, SeedInvitation, SeedRecords } from "../shared/local-seed";
import type { DeliveryChannel } from "../shared/message";
import { directoryWorks, formerMembership } from "./account/directory-works";
import { invitationHook } from "./account/invitation-mail";
import { acceptOpenInvitation, openInvitation } from "./account/invitations";
import { ensureAccount, ensureMember, followIdentity } from "./account/members";
import { type Alarm, createAlarm } from "./alarm/alarm";
import { createRecordDue } from "./alarm/overdue-accounts";
import { alertHook } from "./alert/alert-hook";
import { forgetDevicesInRules } from "./alert/alert-scope";
import { type AlertWatch, createAlertWatch } from "./alert/alert-watch";
import { unreachableHook, watchReach } from "./alert/unreachable-rules";
import type {
	Acceptance,
	AccountContext,
	AccountDb,
	CallOrigin,
	IntervalWatch,
	InvitedPerson,
	NewAccount,
	NewMember,
	SignIn,
} from "./base/context";
import type { DueWork } from "./base/due-work";
import { parseSettings } from "./base/env";
import { trpcErrorResponse } from "./base/errors";
import { createNewId } from "./base/ids";
import { internalHeaders, type NotMember, parseIdentity } from "./base/internal-headers";
import { openDeliveryChannels } from "./base/message-settings";
import { createMutating } from "./base/mutating";
import { createReadTurns } from "./base/read-turns";
import type { ReadingStore } from "./base/reading-store";
import { reportFault } from "./base/report-error";
import { planName } from "./billing/plans";
import { findUser, findUserBySub, markSeen, saveUserAccess, toUser, type UserRow } from "./db/account-rows";
import { deleteEventsOfDevices } from "./db/alert-event-rows";
import { allCalibrations } from "./db/calibration-rows";
import { findRetentionDays, listDevicesWithRetention } from "./db/device-rows";
import { directoryForm } from "./db/directory-form";
import { deleteImportsOf } from "./db/import-rows";
import { deleteLogEventsOf } from "./db/log-event-rows";
import { findCaller } from "./db/session-rows";
import { forgetInUndos } from "./db/undo-rows";
import { deviceSubject } from "./device/device-projection";
import { deleteDevicesWork, type ForgetDevices, type PurgeParts } from "./device/purge-devices";
import { createDeviceWatch, type DeviceWatch } from "./device/status/device-watch";
import { mergeImportsWork } from "./import/undo-import";
import {
	appendIntegrationUpload,
	type IntegrationUpload,
	type StoredIntegrationUpload,
} from "./ingest/append-integration-upload";
import {
	appendUpload,
	type DeviceUpload,
	type RefusedUpload,
	recordRefused,
	type UploadAnswer,
} from "./ingest/append-upload";
import { oldIntegrationMessagesWork, type RefusedMessage, recordRefusedMessage } from "./ingest/kept-messages";
import { createUploadMeter } from "./ingest/quota";
import { readMessageAgain } from "./ingest/read-again";
import type { StoredUpload } from "./ingest/store-upload";
import { createAudit, oldAuditWork, unaudited } from "./journal/audit";
import { maskPastUrls } from "./journal/mask-past-urls";
import { createIngestKeys, type IngestKeys } from "./keys/ingest-keys";
import type { LinkClaims } from "./keys/link-tokens";
import type { LinkPage, LinkUse } from "./link/link-action";
import { openLink } from "./link/link-actions";
import { refuseListener } from "./live/live-endpoint";
import { createLiveSockets, type LiveSockets, listen } from "./live/live-sockets";
import { type Claim, claimMessage } from "./message/claim-message";
import { type HandOver, handOverWork, type MessageQueues } from "./message/hand-over";
import {
	type CauseHooks,
	type DeliveryEvent,
	recordDelivery,
	recordOutcome,
	type SendOutcome,
} from "./message/message-outcome";
import { oldMessagesWork } from "./message/old-messages";
import migrations from "./migrations/account/migrations";
import { replayPast } from "./seed/replay-past";
import { ensureSeedDevice, ensureSeedGroups, ensureSeedInvitation, ensureSeedStates } from "./seed/seed-fleet";
import { ensureSeedRecords } from "./seed/seed-records";
import { serveRouter } from "./serve-router";
import { endOwnSession } from "./session/session-endpoints";
import { browserLabel, isEnded, recordSession, sessionEndedResponse, signInKey } from "./session/sign-ins";
import { createBlockReadingStore } from "./store/block-reading-store";
import { createCalibratedReadingStore } from "./store/calibrated-reading-store";

const seenEveryMs = 15 * 60 * 1000;
const restedMs = 10_000;
/** Until due work is tried again while a newer release begins. */
const updateWaitMs = 60_000;

const forgetDevices: ForgetDevices[] = [
	({ db }, deviceIds) => deleteImportsOf(db, deviceIds),
	({ db }, deviceIds) => deleteLogEventsOf(db, deviceIds),
	({ db }, deviceIds) => deleteEventsOfDevices(db, deviceIds),
	({ db, now }, deviceIds) => forgetInUndos(db, deviceIds, now),
	forgetDevicesInRules,
];

/** What the causes of messages decide of their own; each entity adds its hooks here. */
const causeHooks: CauseHooks = { invitation: invitationHook, alert: alertHook, unreachable: unreachableHook };

/** One account: its entities, its log, and the router for its members. Decisions live in the verbs. */
export class AccountObject extends DurableObject<BackendEnv> {
	private readonly db: AccountDb;
	private readonly readingStore: ReadingStore;
	private readonly live: LiveSockets;
	private readonly reach: ReturnType<typeof watchReach>;
	private readonly watch: DeviceWatch;
	private readonly alertWatch: AlertWatch;
	private readonly fleetWatch: IntervalWatch;
	private readonly purgeParts: PurgeParts;
	private readonly works: DueWork[];
	private readonly dueAlarm: Alarm;
	private readonly deviceKeys: IngestKeys;
	private readonly integrationKeys: IngestKeys;
	private readonly meter = createUploadMeter();
	private readonly reads = createReadTurns({ now: Date.now, pause: () => scheduler.wait(0) });
	private readonly planName: string;
	private readonly openDeliveryChannels: DeliveryChannel[];
	private readonly consoleHosts: string[];

	constructor(state: DurableObjectState, env: BackendEnv) {
		super(state, env);
		const configuration = parseSettings(env);
		if (!configuration.isValid) throw new Error(`Settings not valid: ${configuration.problems.join(", ")}`);
		this.deviceKeys = createIngestKeys("device", configuration.settings.ingestSecrets);
		this.integrationKeys = createIngestKeys("integrationKey", configuration.settings.ingestSecrets);
		this.planName = planName(configuration.settings);
		this.openDeliveryChannels = openDeliveryChannels(configuration.settings.messages);
		const { consoleUrl } = configuration.settings.messages;
		this.consoleHosts = consoleUrl === null ? [] : [new URL(consoleUrl).hostname];
		this.db = drizzle(state.storage);
		state.blockConcurrencyWhile(async () => {
			await migrate(this.db, migrations);
			maskPastUrls(this.db, Date.now());
		});
		const sentReadings = createBlockReadingStore({
			storage: state.storage,
			archive: env.ARCHIVE,
			archivePrefix: `log/${state.id}`,
			retentionDays: (deviceId) => findRetentionDays(this.db, deviceId),
			devicesWithRetention: () => listDevicesWithRetention(this.db),
			now: Date.now,
		});
		this.readingStore = createCalibratedReadingStore(sentReadings, () => allCalibrations(this.db));
		this.live = createLiveSockets({ state, db: this.db, now: Date.now });
		this.reach = watchReach(this.live);
		const parts = { db: this.db, hints: this.reach.hints };
		this.watch = createDeviceWatch({ ...parts, readingStore: this.readingStore });
		this.alertWatch = createAlertWatch({ ...parts, readingStore: this.readingStore });
		this.fleetWatch = {
			intervalsChanged: async () => {
				await this.watch.intervalsChanged();
				this.alertWatch.fleetChanged(Date.now());
			},
		};
		this.purgeParts = { ...parts, readingStore: this.readingStore, forget: forgetDevices };
		const { ALERT_MESSAGES: alerts, MAIL_MESSAGES: mail, WEBHOOK_MESSAGES: webhooks } = env;
		const queues: MessageQueues = { alerts, mail, webhooks };
		this.works = [
			handOverWork({ ...parts, hooks: causeHooks, queues }),
			...this.alertWatch.works,
			this.watch.work,
			deleteDevicesWork(this.purgeParts),
			mergeImportsWork({ db: this.db, readingStore: this.readingStore }),
			oldMessagesWork(this.db),
			oldIntegrationMessagesWork(this.db),
			oldAuditWork(this.db),
			...directoryWorks({ db: this.db, directory: env.DIRECTORY }),
			...this.readingStore.work.map((work) => ({
				...work,
				describe: (subject: string) => deviceSubject(this.db, subject),
			})),
		];
		const waitUntil = (work: Promise<unknown>) => state.waitUntil(work);
		this.dueAlarm = createAlarm({
			...parts,
			storage: state.storage,
			works: this.works,
			clock: Date.now,
			recordDue: createRecordDue({ db: this.db, directory: env.DIRECTORY, waitUntil }),
			report: reportFault,
		});
		state.blockConcurrencyWhile(() => this.dueAlarm.arm());
	}

	override async fetch(request: Request): Promise<Response> {
		const { identity, accountId, requestId, callerRequestId, address } = parseIdentity(request.headers);
		const isLive = new URL(request.url).pathname === livePath;
		const store = this.store(Date.now());
		const caller = findCaller(this.db, identity.sub, signInKey(identity.signIn));
		if (caller && isEnded(caller, identity.signIn)) {
			return isLive ? refuseListener("sessionEnded", requestId) : sessionEndedResponse(requestId);
		}
		const found = caller?.user ?? null;
		const user = found?.status === "active" ? followIdentity(this.db, found, identity) : found;
		if (user?.email !== found?.email) this.live.changed("account", "all");
		this.recordSeen(user, store.now);
		if (caller && user?.status === "active") {
			recordSession(store, { caller, signIn: identity.signIn, userAgent: request.headers.get("user-agent") });
		}
		if (isLive && user?.status === "active") return listen(this.live, { request, user, identity });
		if (isLive) return asNotMember(refuseListener("noAccess", requestId), user);
		// The backend Worker serves them: they may read and change nothing here.
		if (!user) return asNotMember(trpcErrorResponse("NO_ACCOUNT", "No account", requestId), user);
		const actor = { kind: "user", id: user.id, name: user.name } as const;
		const browser = browserLabel(request.headers.get("user-agent"));
		const origin = { address, browser, requestId, callerRequestId };
		// The path of a mutation, which a test compares with the actions.
		const startAudit = (path: string) => createAudit(store, { action: path as AuditAction, actor, origin });
		const context: AccountContext = {
			...store,
			origin,
			audit: unaudited,
			startAudit,
			kind: "member",
			identity,
			accountId,
			requestId,
			user: toUser(user),
			currentUser: () => {
				const row = findUser(this.db, user.id);
				return row ? toUser(row) : { ...toUser(user), status: "disabled" };
			},
			isReadOnly: request.method === "GET",
			mutating: createMutating(async () => {
				this.lookAtReach();
				await this.dueAlarm.arm();
			}),
			readingStore: this.readingStore,
			reads: this.reads.batchOf(user.id),
			hints: this.reach.hints,
			live: this.live,
			watch: this.fleetWatch,
			deviceKeys: this.deviceKeys,
			integrationKeys: this.integrationKeys,
			directory: this.env.DIRECTORY,
			planName: this.planName,
			openDeliveryChannels: this.openDeliveryChannels,
			ownHosts: [...this.consoleHosts, new URL(request.url).hostname],
			failedWork: this.dueAlarm.failedWork,
			readMessageAgain: (message) => readMessageAgain(this.integrationStore(store.now), message),
			accountObject: (id) => this.env.ACCOUNT.get(this.env.ACCOUNT.idFromName(id)),
		};
		const response = await serveRouter(request, context);
		return user.status === "active" ? response : asNotMember(response, user);
	}

	/** Whether a sign-in was revoked in the console; null: not an active member. The check does not count as use. */
	async isSessionEnded(sub: string, signIn: SignIn): Promise<boolean | null> {
		const caller = findCaller(this.db, sub, signInKey(signIn));
		if (caller && isEnded(caller, signIn)) return true;
		return caller?.user.status === "active" ? false : null;
	}

	override async alarm(): Promise<void> {
		const isOutdated = (await directoryForm.findNewer()) !== null;
		if (isOutdated) return this.ctx.storage.setAlarm(Date.now() + updateWaitMs);
		await this.dueAlarm.run(Date.now());
	}

	/** Runs due work when the alarm was lost. `now` is epoch ms. */
	async runOverdue(now: number): Promise<void> {
		await this.dueAlarm.run(now);
	}

	override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
		this.live.received(socket, message);
	}

	override webSocketClose(socket: WebSocket): void {
		this.live.left(socket);
	}

	override webSocketError(socket: WebSocket): void {
		this.live.left(socket);
	}

	async endOwnSession(sub: string, signIn: SignIn): Promise<boolean> {
		return endOwnSession({ ...this.store(Date.now()), live: this.live }, sub, signIn);
	}

	async ensureAccount(account: NewAccount, now: number): Promise<CurrentAccount | null> {
		return ensureAccount(this.store(now), account);
	}

	async ensureMember(member: NewMember, now: number): Promise<void> {
		ensureMember(this.store(now), member);
	}

	async openInvitation(invitationId: string, now: number): Promise<OpenedInvitation> {
		return openInvitation(this.store(now), invitationId);
	}

	async acceptInvitation(invitationId: string, person: InvitedPerson, now: number): Promise<Acceptance> {
		const acceptance = acceptOpenInvitation(this.store(now), invitationId, person);
		this.live.changed("account", "all");
		await this.dueAlarm.arm();
		return acceptance;
	}

	async formerMembership(sub: string): Promise<FormerMembership | null> {
		return formerMembership(this.db, sub);
	}

	async appendUpload(upload: DeviceUpload): Promise<UploadAnswer<StoredUpload>> {
		const answer = await appendUpload(
			{
				db: this.db,
				readingStore: this.readingStore,
				watch: this.watch,
				alertWatch: this.alertWatch,
				meter: this.meter,
			},
			upload,
		);
		// A local run that writes its own past would otherwise seal each day before the next one is written.
		if (!upload.past) await this.dueAlarm.arm();
		return answer;
	}

	async recordRefusedUpload(upload: RefusedUpload): Promise<void> {
		await recordRefused({ db: this.db, watch: this.watch }, upload);
	}

	async appendIntegrationUpload(upload: IntegrationUpload): Promise<UploadAnswer<StoredIntegrationUpload>> {
		const store = { ...this.integrationStore(upload.receivedAt), meter: this.meter };
		const answer = await appendIntegrationUpload(store, upload);
		await this.dueAlarm.arm();
		return answer;
	}

	async recordRefusedMessage(message: RefusedMessage): Promise<void> {
		await recordRefusedMessage(this.store(message.receivedAt), message);
		await this.dueAlarm.arm();
	}

	async claimMessage(handOver: Pick<HandOver, "messageId" | "attempt">, now: number): Promise<Claim> {
		const claim = claimMessage(
			{ ...this.messageStore(now), openDeliveryChannels: this.openDeliveryChannels },
			handOver,
		);
		await this.dueAlarm.arm();
		return claim;
	}

	async reportMessage(
		handOver: Pick<HandOver, "messageId" | "attempt">,
		outcome: SendOutcome,
		now: number,
	): Promise<void> {
		recordOutcome(this.messageStore(now), handOver, outcome);
		await this.dueAlarm.arm();
	}

	async recordDelivery(messageId: string, event: DeliveryEvent, now: number): Promise<void> {
		recordDelivery(this.messageStore(now), messageId, event);
		this.lookAtReach();
		await this.dueAlarm.arm();
	}

	async openLink(claims: LinkClaims, use: LinkUse | null, now: number, origin: CallOrigin): Promise<LinkPage> {
		const page = openLink({ ...this.store(now), hints: this.reach.hints, origin }, claims, use);
		this.lookAtReach();
		if (use !== null) await this.dueAlarm.arm();
		return page;
	}

	async ensureSeedGroups(groups: SeedAccount["groups"], now: number): Promise<Record<string, string>> {
		return ensureSeedGroups(this.store(now), groups);
	}

	async removeSeedMember(sub: string): Promise<void> {
		const user = findUserBySub(this.db, sub);
		if (!user) return;
		saveUserAccess(this.db, user.id, { status: "disabled" });
		this.live.accessChanged(user.id);
	}

	async ensureSeedInvitation(invitation: SeedInvitation, now: number): Promise<void> {
		ensureSeedInvitation(this.store(now), invitation);
		await this.dueAlarm.arm();
	}

	async ensureSeedDevice(accountId: string, device: SeedDevice, now: number) {
		return ensureSeedDevice({ ...this.store(now), accountId, audit: unaudited, deviceKeys: this.deviceKeys }, device);
	}

	async ensureSeedRecords(records: SeedRecords, now: number): Promise<void> {
		const store = this.store(now);
		const { isNew } = ensureSeedRecords(store, records);
		if (isNew) await replayPast({ ...store, readingStore: this.readingStore, hints: this.live });
		this.alertWatch.fleetChanged(now);
		await ensureSeedStates({ ...store, readingStore: this.readingStore });
		this.watch.forget();
		await this.watch.work.load?.();
		await this.dueAlarm.arm();
	}

	/** Local runs only. After a restore the seed first sends what devices sent since, so they are not reported silent. */
	async keptState(act: KeptObjectAct): Promise<void> {
		if (act === "restore") await this.ctx.storage.setAlarm(Date.now() + restedMs);
		await actOnKeptState(this.ctx, act);
	}

	private store(now: number) {
		return { db: this.db, now, newId: createNewId(now) };
	}

	private integrationStore(now: number) {
		const { readingStore, watch, alertWatch, live: hints, deviceKeys } = this;
		return { ...this.store(now), readingStore, watch, alertWatch, hints, deviceKeys };
	}

	private lookAtReach(): void {
		this.reach.look({ ...this.store(Date.now()), openDeliveryChannels: this.openDeliveryChannels });
	}

	private messageStore(now: number) {
		return { db: this.db, now, hints: this.reach.hints, hooks: causeHooks };
	}

	private recordSeen(user: UserRow | null, now: number): void {
		if (user?.status !== "active") return;
		// Not at every request: a written row costs a thousand times as much as a read row.
		if (user.lastSeenAt && now - user.lastSeenAt.getTime() < seenEveryMs) return;
		markSeen(this.db, user.id, now);
	}
}

function asNotMember(response: Response, user: UserRow | null): Response {
	response.headers.set(internalHeaders.notMember, (user ? "disabled" : "unknown") satisfies NotMember);
	return response;
}
