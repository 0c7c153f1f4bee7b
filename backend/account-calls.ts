import { DurableObject } from "cloudflare:workers";
import type { FormerMembership, OpenedInvitation } from "../shared/account/account";
import type { SeedAccount, SeedDevice, SeedInvitation, SeedRecords } from "../shared/local-seed";
import type { IdentityProof } from "../shared/session/identity-confirmation";
import type { EmergencyStanding } from "../shared/session/second-step-report";
import { absentAccount } from "./absent-account";
import { currentPlace, formerMembership } from "./account/directory-works";
import { acceptOpenInvitation, openInvitation } from "./account/invitations";
import { type MissingDomain, notifyOfDomain } from "./account/look-at-domains";
import { ensureMember } from "./account/members";
import { membershipOf } from "./account/memberships";
import { type EndingProvider, notifyOfProviderEnd } from "./account/provider-ends";
import { type AccountArrival, type ArrivingPerson, arriveBySso } from "./account/sso-arrival";
import type { AccountStore } from "./account-parts";
import { unaudited } from "./activity/audit";
import { withAlertDetails } from "./alert/event-details";
import type { KeyCall, KeyResponse } from "./api/key-call";
import type {
	Acceptance,
	CallOrigin,
	EndedSignIns,
	InvitedPerson,
	KnownMembership,
	NewMember,
	RowStore,
	SignIn,
} from "./base/context";
import { type ChatToJoin, type JoinedChat, joinChat } from "./contact/telegram-channel";
import { changeBilling, findBilling, markBilling } from "./db/billing-rows";
import { holdsAccount } from "./db/object-tables";
import type { SessionStanding } from "./db/reach-account";
import { findCaller } from "./db/session-rows";
import type { CalendarCall, CalendarResponse } from "./duty/serve-calendar";
import {
	appendIntegrationUpload,
	type IntegrationUpload,
	type OtherRecipe,
	type StoredIntegrationUpload,
} from "./ingest/append-integration-upload";
import {
	appendRejection,
	appendUpload,
	type DeviceUpload,
	type RejectedUpload,
	type UploadResponse,
} from "./ingest/append-upload";
import { appendLines, type LineUpload, type StoredLines } from "./ingest/lines/append-lines";
import type { StoredUpload } from "./ingest/store-upload";
import { type RejectedMessage, storeRejectedMessage } from "./ingest/stored-messages";
import type { CallClaims } from "./keys/call-tokens";
import type { LinkClaims } from "./keys/link-tokens";
import type { LakeClaim, LakeNews, LakePlace, LakeResponse } from "./lake/lake-calls";
import { claimLake, reportLake } from "./lake/night";
import { readLake } from "./lake/read-lake-page";
import { takeCallEvent } from "./link/call-steps";
import { withTrend } from "./link/event-link-actions";
import type { LinkPage, LinkUse } from "./link/link-action";
import { openLink } from "./link/link-actions";
import {
	type ArrivedMail,
	type FinishedMail,
	finishMail,
	type MailReply,
	type OpenedMail,
	openMail,
} from "./mail/accept-mail";
import type { MailCall } from "./mail/receive-mail";
import { type Claim, claimMessage } from "./message/claim-message";
import type { HandOver } from "./message/hand-over";
import { type DeliveryEvent, recordDelivery, recordOutcome, type SendOutcome } from "./message/message-outcome";
import type { CallEvent, CallSpeech } from "./message/senders/call-sender";
import { type OpenAccount, openAccount } from "./open-account";
import type { PublicLinkCall, PublicLinkResponse } from "./public-link/serve-public-link";
import { settleHold } from "./recovery/release";
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
import { serveNonMember } from "./serve-member";
import { type ConfirmedIdentity, recordConfirmation } from "./session/confirm-identity";
import { endSignInsOf } from "./session/end-sign-ins";
import {
	type BegunSignIn,
	emergencyStandingOf,
	type ReportedSecondStep,
	recordSecondStep,
	type SecondStepReport,
} from "./session/second-step";
import { endOwnSession } from "./session/session-endpoints";
import { endingOf, signInKey } from "./session/sign-ins";
import { claimReview, readReview, reportReview } from "./trail-review/claim-review";
import { reviewAbout } from "./trail-review/review-about";
import type { ReviewAttempt, ReviewClaim, ReviewNews, ReviewPlace, ReviewRows } from "./trail-review/review-calls";
import type { WallCall, WallResponse } from "./wall/serve-wall";

/** The account object's RPC methods. A release accepts the names and inputs of the one before, which runs beside it. */
export class AccountCalls extends DurableObject<BackendEnv> {
	protected account: OpenAccount | null;

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

	async callWithKey(call: KeyCall): Promise<KeyResponse> {
		return this.#open()?.serveKey(call) ?? absentAccount.key;
	}

	async openMail(mail: ArrivedMail, now: number): Promise<OpenedMail> {
		return this.#open()?.write(now, (store) => openMail(store, mail)) ?? { status: "unknown" };
	}

	async callByMail(call: MailCall): Promise<string> {
		return this.#present().serveMail(call);
	}

	async finishMail(mail: FinishedMail, now: number): Promise<MailReply> {
		return this.#open()?.write(now, (store) => finishMail(store, mail)) ?? null;
	}

	async showWall(call: WallCall): Promise<WallResponse> {
		return this.#open()?.serveWall(call) ?? absentAccount.wall;
	}

	async showPublicLink(call: PublicLinkCall): Promise<PublicLinkResponse> {
		return this.#open()?.servePublicLink(call) ?? absentAccount.publicLink;
	}

	async showDutyCalendar(call: CalendarCall): Promise<CalendarResponse> {
		return this.#open()?.serveCalendar(call) ?? absentAccount.calendar;
	}

	async takeHold(): Promise<boolean> {
		return this.#open()?.mustWait() ?? false;
	}

	async settleHold(isReleaseRequested: boolean, now: number): Promise<boolean> {
		return this.#open()?.write(now, (store) => settleHold(store, isReleaseRequested)) ?? true;
	}

	/** Null: not an active member. The check does not count as use of the session. */
	async isSessionEnded(sub: string, signIn: SignIn, idleMinutes: number | null = null): Promise<SessionStanding> {
		const now = Date.now();
		const caller = this.#open()?.read(now, ({ db }) => findCaller(db, sub, signInKey(signIn)));
		const why = caller ? endingOf(caller, signIn, { now, idleMinutes }) : null;
		if (why !== null) return why === "endedByBackend" ? true : why;
		return caller?.user.status === "active" ? false : null;
	}

	async membership(sub: string, signIn: SignIn): Promise<KnownMembership | null> {
		const now = Date.now();
		return this.#open()?.read(now, ({ db }) => membershipOf(db, sub, { signIn, now })) ?? null;
	}

	async endSignIns(sub: string, ended: EndedSignIns, origin: CallOrigin): Promise<void> {
		await this.#open()?.write(Date.now(), (store) => endSignInsOf(store, sub, { ended, origin }));
	}

	async endOwnSession(sub: string, signIn: SignIn): Promise<boolean> {
		return this.#open()?.write(Date.now(), (store) => endOwnSession(store, sub, signIn)) ?? false;
	}

	async identityConfirmed(
		sub: string,
		signIn: SignIn,
		purpose: string,
		proof: IdentityProof = { by: "password" },
	): Promise<ConfirmedIdentity> {
		const confirm = (store: AccountStore) => recordConfirmation(store, { sub, signIn, purpose, proof });
		return this.#open()?.write(Date.now(), confirm) ?? "refused";
	}

	async arriveBySso(person: ArrivingPerson, now: number): Promise<AccountArrival> {
		return this.#open()?.write(now, (store) => arriveBySso(store, person)) ?? { status: "denied" };
	}

	async notifyOfDomain(missing: MissingDomain, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => notifyOfDomain(store, missing));
	}

	async notifyOfProviderEnd(ending: EndingProvider, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => notifyOfProviderEnd(store, ending));
	}

	async recordSecondStep(
		sub: string,
		signIn: SignIn,
		secondStep: ReportedSecondStep | null,
		begun: BegunSignIn | null = null,
	): Promise<SecondStepReport> {
		const record = (store: AccountStore) => recordSecondStep(store, { sub, signIn, secondStep, begun });
		return this.#open()?.write(Date.now(), record) ?? "unknown";
	}

	async emergencyStanding(sub: string, signIn: SignIn): Promise<EmergencyStanding> {
		return this.#open()?.read(Date.now(), ({ db }) => emergencyStandingOf(db, sub, signIn)) ?? "none";
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

	async appendIntegrationUpload(
		upload: IntegrationUpload,
	): Promise<UploadResponse<StoredIntegrationUpload> | OtherRecipe> {
		const account = this.#open();
		if (!account) return absentAccount.upload;
		const append = (store: AccountStore) => appendIntegrationUpload(store, upload);
		return account.first(() => account.write(upload.receivedAt, append));
	}

	async appendLines(upload: LineUpload): Promise<UploadResponse<StoredLines>> {
		const account = this.#open();
		if (!account) return absentAccount.upload;
		return account.first(() => account.write(upload.receivedAt, (store) => appendLines(store, upload)));
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
		const claim = (store: AccountStore) => claimEdition({ ...store, otherAbout: reviewAbout }, attempt);
		return account?.write(now, claim) ?? absentAccount.edition;
	}

	async finishEdition(attempt: Omit<EditionHandOver, "accountId">, made: MadeEdition, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => finishEdition(store, attempt, made));
	}

	async claimReview(attempt: ReviewAttempt, now: number): Promise<ReviewClaim> {
		const account = await this.#openToSend();
		return account?.write(now, (store) => claimReview(store, attempt)) ?? absentAccount.review;
	}

	async readReview(attempt: ReviewAttempt, place: ReviewPlace, now: number): Promise<ReviewRows> {
		return this.#open()?.write(now, (store) => readReview(store, attempt, place)) ?? absentAccount.reviewRows;
	}

	async tellReview(attempt: ReviewAttempt, news: ReviewNews, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => reportReview(store, attempt, news));
	}

	async claimLake(step: number, now: number): Promise<LakeClaim> {
		const account = await this.#openToSend();
		return account?.write(now, (store) => claimLake(store, step)) ?? absentAccount.lake;
	}

	async readLake(step: number, where: LakePlace, now: number): Promise<LakeResponse> {
		return this.#open()?.write(now, (store) => readLake(store, step, where)) ?? absentAccount.lakePage;
	}

	async reportLake(step: number, news: LakeNews, now: number): Promise<void> {
		await this.#open()?.write(now, (store) => reportLake(store, step, news));
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

	async joinChat(chat: ChatToJoin, now: number, origin: CallOrigin): Promise<JoinedChat | null> {
		return this.#open()?.write(now, (store) => joinChat({ ...store, origin }, chat)) ?? null;
	}

	async takeCallEvent(
		call: Pick<CallClaims, "messageId" | "attempt">,
		event: CallEvent,
		now: number,
		origin: CallOrigin,
	): Promise<CallSpeech | null> {
		const account = this.#open();
		if (!account) return null;
		const take = (store: AccountStore) => takeCallEvent({ ...store, origin }, call, event);
		return account.first(() => account.write(now, take));
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
}

/** Marks billing for a new read, and stores the customer of a restored account, as the directory knows it. */
function markCustomer({ db, now }: Pick<RowStore, "db" | "now">, customerId: string): void {
	const row = findBilling(db);
	if (row && row.customerId === null) changeBilling(db, { customerId });
	if (row && (row.customerId ?? customerId) === customerId) markBilling(db, now);
}
