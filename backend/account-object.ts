import { DurableObject } from "cloudflare:workers";
import type { CurrentAccount, FormerMembership, OpenedInvitation } from "../shared/account/account";
import { minuteMs } from "../shared/base/durations";
import { actOnKeptState, type KeptObjectAct } from "../shared/base/kept-state";
import type { SeedAccount, SeedDevice, SeedInvitation, SeedRecords } from "../shared/local-seed";
import { absentAccount } from "./absent-account";
import { currentPlace, formerMembership } from "./account/directory-works";
import { acceptOpenInvitation, openInvitation } from "./account/invitations";
import { ensureAccount, ensureMember } from "./account/members";
import { membershipOf } from "./account/memberships";
import { type AccountStore, createAccountParts, createAccountStore } from "./account-parts";
import { unaudited } from "./activity/audit";
import { withAlertDetails } from "./alert/event-details";
import type { KeyCall, KeyResponse } from "./api/key-call";
import type {
	Acceptance,
	CallOrigin,
	EndedSignIns,
	InvitedPerson,
	KnownMembership,
	NewAccount,
	NewMember,
	ReadDb,
	SignIn,
} from "./base/context";
import { overloadedCall } from "./base/errors";
import { parseIdentity } from "./base/internal-headers";
import { markCustomer } from "./billing/mark-customer";
import { findAccountDeletion } from "./db/account-deletion-rows";
import { directoryForm } from "./db/directory-form";
import { takeObjectForm } from "./db/object-form";
import { holdsAccount } from "./db/object-tables";
import { findCaller } from "./db/session-rows";
import {
	appendIntegrationUpload,
	type IntegrationUpload,
	type StoredIntegrationUpload,
} from "./ingest/append-integration-upload";
import {
	appendRejection,
	appendUpload,
	type DeviceUpload,
	type RejectedUpload,
	type UploadResponse,
} from "./ingest/append-upload";
import type { StoredUpload } from "./ingest/store-upload";
import { type RejectedMessage, storeRejectedMessage } from "./ingest/stored-messages";
import type { LinkClaims } from "./keys/link-tokens";
import { goOnClosing } from "./leaving/close-account";
import { withTrend } from "./link/event-link-actions";
import type { LinkPage, LinkUse } from "./link/link-action";
import { openLink } from "./link/link-actions";
import { type Claim, claimMessage } from "./message/claim-message";
import type { HandOver } from "./message/hand-over";
import { type DeliveryEvent, recordDelivery, recordOutcome, type SendOutcome } from "./message/message-outcome";
import { settleHold } from "./recovery/release";
import { type RecoveryPoint, restoreAccount } from "./recovery/run-recoveries";
import {
	claimEdition,
	type EditionClaim,
	type EditionHandOver,
	finishEdition,
	type MadeEdition,
} from "./report/proof/editions";
import { claimRun, reportRun, requestRun } from "./report/run/claim-run";
import type { RunClaim, RunHandOver, RunNews, RunQuestion, RunResponse } from "./report/run/run-calls";
import { ensureSeedDevice, ensureSeedGroups, ensureSeedInvitation, removeSeedMember } from "./seed/seed-fleet";
import { ensureSeedRecords } from "./seed/seed-records";
import { serveKey } from "./serve-key";
import { serveMember, serveNonMember } from "./serve-member";
import { type ConfirmedIdentity, recordConfirmation } from "./session/confirm-identity";
import { endSignInsOf } from "./session/end-sign-ins";
import { type ReportedSecondStep, recordSecondStep, type SecondStepReport } from "./session/second-step";
import { endOwnSession } from "./session/session-endpoints";
import { isEnded, signInKey } from "./session/sign-ins";
import { createSettling } from "./storage/settle-retention";
import { serveWall, type WallCall, type WallResponse } from "./wall/serve-wall";

const restedMs = 10_000;
/** Longest wait for a turn. The console waits ten seconds for a response (`limits.upstreamDeadlineMs`). */
const longestWaitMs = 7_000;
/** Wait before due work is retried while a newer release starts. */
const updateWaitMs = minuteMs;

function openAccount(state: DurableObjectState, env: BackendEnv) {
	const parts = createAccountParts(state, env);
	const { alarm, live, turnQueue } = parts;

	const settling = createSettling(turnQueue, () => createAccountStore(parts, Date.now()), alarm.arm);

	async function afterWrite(): Promise<void> {
		parts.reach.look(() => createAccountStore(parts, Date.now()));
		settling.look();
		parts.lookAtSpace(Date.now());
		await parts.storageWatch.look(Date.now());
		await parts.usageWatch.look(Date.now());
		await alarm.arm();
	}

	return {
		live,
		ready: parts.ready,
		mustWait: parts.hold.mustWait,
		isClosed: () => findAccountDeletion(parts.db)?.closedAt != null,
		goOnClosing: (now: number) => goOnClosing(parts.closing, now),
		/** Queries wait for a turn. Mutations and live sockets do not. */
		async serve(request: Request): Promise<Response> {
			if (request.method === "GET" && !request.headers.has("upgrade")) {
				const requestedAt = Date.now();
				await turnQueue.next();
				// The console would give up before the response, and the next query would wait in vain too.
				if (Date.now() - requestedAt > longestWaitMs) return overloadedCall(parseIdentity(request.headers).requestId);
			}
			return serveMember(createAccountStore(parts, Date.now()), request, afterWrite);
		},

		async serveKey(call: KeyCall): Promise<KeyResponse> {
			if (call.isWriting) return serveKey(createAccountStore(parts, Date.now()), call, afterWrite);
			await turnQueue.next();
			const response = await serveKey(createAccountStore(parts, Date.now()), call, afterWrite);
			await alarm.arm();
			return response;
		},

		async serveWall(call: WallCall): Promise<WallResponse> {
			await turnQueue.next();
			return serveWall(createAccountStore(parts, Date.now()), call);
		},

		first: turnQueue.first,

		read<Result>(now: number, request: (store: { db: ReadDb; now: number }) => Result): Result {
			return request(createAccountStore(parts, now));
		},

		async write<Result>(now: number, act: (store: AccountStore) => Result | Promise<Result>): Promise<Result> {
			try {
				return await act(createAccountStore(parts, now));
			} finally {
				await afterWrite();
			}
		},

		async runDue(now: number): Promise<void> {
			await parts.hold.mustWait();
			await alarm.run(now);
			// Removed readings may have freed space. Only a reported change needs the alarm again.
			if (await parts.storageWatch.look(Date.now())) await alarm.arm();
		},

		/** For a local run that writes its own history. Its last step is a `write`. */
		async writePast<Result>(now: number, act: (store: AccountStore) => Result | Promise<Result>): Promise<Result> {
			try {
				return await act(createAccountStore(parts, now));
			} finally {
				parts.cachedDevices.forget();
			}
		},
	};
}

type OpenAccount = ReturnType<typeof openAccount>;

/** One account: its entities, its log and the router for its members. An object without an account writes nothing. */
export class AccountObject extends DurableObject<BackendEnv> {
	private account: OpenAccount | null;

	constructor(state: DurableObjectState, env: BackendEnv) {
		super(state, env);
		this.account = holdsAccount(state.storage) ? openAccount(state, env) : null;
	}

	/** Undefined: no account, or a closed one. */
	#open(): OpenAccount | undefined {
		return this.account === null || this.account.isClosed() ? undefined : this.account;
	}

	/** Returns undefined while a restored account is on hold. */
	async #openToSend(): Promise<OpenAccount | undefined> {
		const account = this.#open();
		return account === undefined || (await account.mustWait()) ? undefined : account;
	}

	#present(): OpenAccount {
		const account = this.#open();
		if (!account) throw new Error("This object holds no account");
		return account;
	}

	override async fetch(request: Request): Promise<Response> {
		return this.#open()?.serve(request) ?? serveNonMember(request);
	}

	override async alarm(): Promise<void> {
		const isOutdated = (await directoryForm.findNewer()) !== null;
		if (this.account === null) return;
		if (isOutdated) return this.ctx.storage.setAlarm(Date.now() + updateWaitMs);
		await this.#runDue(this.account, Date.now());
	}

	async #runDue(account: OpenAccount, now: number): Promise<void> {
		if (!account.isClosed()) return account.runDue(now);
		const { storage } = this.ctx;
		const closing = await account.goOnClosing(now);
		if (closing.status === "again") return storage.setAlarm(Math.max(closing.at, Date.now()));
		this.account = null;
		await storage.deleteAlarm();
		await storage.deleteAll();
		// Memory still holds data of the deleted account.
		this.ctx.abort("The account is deleted.");
	}

	async callWithKey(call: KeyCall): Promise<KeyResponse> {
		return this.#open()?.serveKey(call) ?? absentAccount.key;
	}

	async showWall(call: WallCall): Promise<WallResponse> {
		return this.#open()?.serveWall(call) ?? absentAccount.wall;
	}

	/** Runs due work after a lost alarm. `now` is epoch ms. False: no account. */
	async runOverdue(now: number): Promise<boolean> {
		if (this.account === null) return false;
		await this.#runDue(this.account, now);
		return true;
	}

	async setBack(point: RecoveryPoint) {
		return restoreAccount(this.ctx.storage, point);
	}

	async beginAnew(): Promise<void> {
		this.ctx.abort("It begins anew at the point that it was set back to.");
	}

	async takeHold(): Promise<boolean> {
		return this.#open()?.mustWait() ?? false;
	}

	async settleHold(isReleaseRequested: boolean, now: number): Promise<boolean> {
		return this.#open()?.write(now, (store) => settleHold(store, isReleaseRequested)) ?? true;
	}

	override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
		this.account?.live.received(socket, message);
	}

	override webSocketClose(socket: WebSocket): void {
		this.account?.live.left(socket);
	}

	override webSocketError(socket: WebSocket): void {
		this.account?.live.left(socket);
	}

	/** Null: not an active member. The check does not count as use of the session. */
	async isSessionEnded(sub: string, signIn: SignIn): Promise<boolean | null> {
		const caller = this.#open()?.read(Date.now(), ({ db }) => findCaller(db, sub, signInKey(signIn)));
		if (caller && isEnded(caller, signIn)) return true;
		return caller?.user.status === "active" ? false : null;
	}

	async membership(sub: string, signIn: SignIn): Promise<KnownMembership | null> {
		return this.#open()?.read(Date.now(), ({ db }) => membershipOf(db, sub, signIn)) ?? null;
	}

	async endSignIns(sub: string, ended: EndedSignIns, origin: CallOrigin): Promise<void> {
		await this.#open()?.write(Date.now(), (store) => endSignInsOf(store, sub, { ended, origin }));
	}

	async endOwnSession(sub: string, signIn: SignIn): Promise<boolean> {
		return this.#open()?.write(Date.now(), (store) => endOwnSession(store, sub, signIn)) ?? false;
	}

	async identityConfirmed(sub: string, signIn: SignIn, purpose: string): Promise<ConfirmedIdentity> {
		const confirm = (store: AccountStore) => recordConfirmation(store, { sub, signIn, purpose });
		return this.#open()?.write(Date.now(), confirm) ?? "refused";
	}

	async recordSecondStep(sub: string, signIn: SignIn, secondStep: ReportedSecondStep): Promise<SecondStepReport> {
		const record = (store: AccountStore) => recordSecondStep(store, { sub, signIn, secondStep });
		return this.#open()?.write(Date.now(), record) ?? "unknown";
	}

	/** The only place that creates an account. Null if the account is being deleted. */
	async ensureAccount(account: NewAccount, now: number): Promise<CurrentAccount | null> {
		if (this.account === null) {
			takeObjectForm(this.ctx.storage);
			this.account = openAccount(this.ctx, this.env);
			await this.account.ready;
		}
		return this.#open()?.write(now, (store) => ensureAccount(store, account)) ?? null;
	}

	async openInvitation(invitationId: string, now: number): Promise<OpenedInvitation> {
		return this.#open()?.read(now, (store) => openInvitation(store, invitationId)) ?? { state: "unknown" };
	}

	async acceptInvitation(invitationId: string, person: InvitedPerson, now: number): Promise<Acceptance> {
		const accept = (store: AccountStore) => acceptOpenInvitation(store, invitationId, person);
		return this.#open()?.write(now, accept) ?? absentAccount.joined;
	}

	async formerMembership(sub: string): Promise<FormerMembership | null> {
		return this.#open()?.read(Date.now(), ({ db }) => formerMembership(db, sub)) ?? null;
	}

	async currentPlace(): Promise<Pick<FormerMembership, "companyName" | "owners"> | null> {
		return this.#open()?.read(Date.now(), ({ db }) => currentPlace(db)) ?? null;
	}

	async appendUpload(upload: DeviceUpload): Promise<UploadResponse<StoredUpload>> {
		const account = this.#open();
		if (!account) return absentAccount.upload;
		const write = upload.past ? account.writePast : account.write;
		return account.first(() => write(upload.receivedAt, (store) => appendUpload(store, upload)));
	}

	async recordRefusedUpload(upload: RejectedUpload): Promise<void> {
		await this.#open()?.write(upload.receivedAt, (store) => appendRejection(store, upload));
	}

	async appendIntegrationUpload(upload: IntegrationUpload): Promise<UploadResponse<StoredIntegrationUpload>> {
		const account = this.#open();
		if (!account) return absentAccount.upload;
		const append = (store: AccountStore) => appendIntegrationUpload(store, upload);
		return account.first(() => account.write(upload.receivedAt, append));
	}

	async recordRefusedMessage(message: RejectedMessage): Promise<void> {
		await this.#open()?.write(message.receivedAt, (store) => storeRejectedMessage(store, message));
	}

	async claimMessage(handOver: Pick<HandOver, "messageId" | "attempt">, now: number): Promise<Claim> {
		const claim = (store: AccountStore) => withAlertDetails(store, claimMessage(store, handOver));
		const account = await this.#openToSend();
		return account?.write(now, claim) ?? absentAccount.claim;
	}

	async reportMessage(
		handOver: Pick<HandOver, "messageId" | "attempt">,
		outcome: SendOutcome,
		now: number,
	): Promise<void> {
		await this.#open()?.write(now, (store) => recordOutcome(store, handOver, outcome));
	}

	async claimRun(attempt: Pick<RunHandOver, "runId" | "attempt">, now: number): Promise<RunClaim> {
		const account = await this.#openToSend();
		return account?.write(now, (store) => claimRun(store, attempt)) ?? absentAccount.run;
	}

	async askRun(
		attempt: Pick<RunHandOver, "runId" | "attempt">,
		question: RunQuestion,
		now: number,
	): Promise<RunResponse> {
		return this.#open()?.write(now, (store) => requestRun(store, attempt, question)) ?? absentAccount.page;
	}

	async tellRun(attempt: Pick<RunHandOver, "runId" | "attempt">, news: RunNews, now: number): Promise<boolean> {
		return this.#open()?.write(now, (store) => reportRun(store, attempt, news)) ?? false;
	}

	async claimEdition(attempt: Omit<EditionHandOver, "accountId">, now: number): Promise<EditionClaim> {
		const account = await this.#openToSend();
		return account?.write(now, (store) => claimEdition(store, attempt)) ?? absentAccount.edition;
	}

	async finishEdition(attempt: Omit<EditionHandOver, "accountId">, made: MadeEdition, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => finishEdition(store, attempt, made));
	}

	async recordDelivery(messageId: string, event: DeliveryEvent, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => recordDelivery(store, messageId, event));
	}

	async openLink(claims: LinkClaims, use: LinkUse | null, now: number, origin: CallOrigin): Promise<LinkPage> {
		const account = this.#open();
		if (!account) return absentAccount.link;
		const open = (store: AccountStore) => withTrend({ ...store, origin }, openLink({ ...store, origin }, claims, use));
		return account.first(() => account.write(now, open));
	}

	async markPayment(customerId: string, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => markCustomer(store, customerId));
	}

	async ensureMember(member: NewMember, now: number): Promise<void> {
		await this.#present().writePast(now, (store) => ensureMember(store, member));
	}

	async removeSeedMember(sub: string): Promise<void> {
		await this.#present().writePast(Date.now(), (store) => removeSeedMember(store, sub));
	}

	async ensureSeedGroups(groups: SeedAccount["groups"], now: number): Promise<Record<string, string>> {
		return this.#present().writePast(now, (store) => ensureSeedGroups(store, groups));
	}

	async ensureSeedDevice(accountId: string, device: SeedDevice, now: number) {
		return this.#present().writePast(now, (store) =>
			ensureSeedDevice({ ...store, accountId, audit: unaudited }, device),
		);
	}

	async ensureSeedInvitation(invitation: SeedInvitation, now: number): Promise<void> {
		await this.#present().write(now, (store) => ensureSeedInvitation(store, invitation));
	}

	async ensureSeedRecords(records: SeedRecords, now: number): Promise<void> {
		await this.#present().write(now, (store) => ensureSeedRecords(store, records));
	}

	/** Local runs only. After a restore the seed first sends missing uploads, so that no device is reported silent. */
	async keptState(act: KeptObjectAct): Promise<void> {
		if (act === "restore") await this.ctx.storage.setAlarm(Date.now() + restedMs);
		await actOnKeptState(this.ctx, act);
	}
}
