import type { DrizzleSqliteDODatabase } from "drizzle-orm/durable-sqlite";
import * as z from "zod/mini";
import type { CurrentAccount, FormerMembership, OpenedInvitation, Scope, User } from "../../shared/account/account";
import type { AuditActor, AuditEntity, AuditKind } from "../../shared/account/audit";
import type { Capability, Role } from "../../shared/account/permissions";
import type { AlertEventEnd } from "../../shared/alert/alert";
import { AccountId } from "../../shared/base/ids";
import type { DeviceListRow } from "../../shared/device/device";
import type { LastLines, LineNotStored, WaitingSeries } from "../../shared/device/line-series";
import type { FailedWork, FailedWorkTarget } from "../../shared/errors/failed-work";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { SentResult } from "../../shared/ingest/send-readings";
import type { LogChannel, LogDevice } from "../../shared/log/log";
import type { Statement } from "../../shared/log/said-text";
import type { DeliveryChannel } from "../../shared/message/message";
import type { LiveTopic } from "../../shared/overview/live";
import type { Zone } from "../../shared/time/time-zones";
import type { NewId } from "./ids";
import type { SpaceUsed } from "./object-space";
import type { Outside } from "./outside";
import type { PageTurns } from "./page-turns";
import type { Payments } from "./payments";
import type { PlanCatalog } from "./plan-catalog";
import type { BatchReads } from "./read-turn-queue";
import type { ChannelRef, ReadBudget, ReadingStore } from "./reading-store";
import type { RequestKeys } from "./request-keys";
import type { TurnQueue } from "./turn-queue";

/**
 * `authTime` is epoch seconds. A token refresh keeps all fields. `provider`: as that of an identity; absent from the
 * previous release's Worker.
 */
export const SignIn = z.object({
	originJti: z.nullable(z.string()),
	authTime: z.nullable(z.number()),
	provider: z.optional(z.nullable(z.string())),
});
export type SignIn = z.infer<typeof SignIn>;

/** The user pool verifies the e-mail, or a claimed domain does in its account. It is in lower case. */
export const Identity = z.object({
	sub: z.string(),
	username: z.string(),
	/** `sub` of the tokens, which is another than `sub` where a person of the account signs in by its provider. */
	signedInAs: z.optional(z.string()),
	/** The one account that the sign-in opens. Absent or null: every account of the person. */
	reach: z.optional(z.nullable(z.string())),
	email: z.nullable(z.string()),
	name: z.nullable(z.string()),
	/** The identity provider; null: the user pool itself. Absent if the previous release's Worker sent it. */
	provider: z._default(z.nullable(z.string()), null),
	/** Epoch seconds. */
	issuedAt: z.nullable(z.number()),
	signIn: SignIn,
	/** Since the person's last act in this browser. Null or absent: not measured. */
	idleMinutes: z.optional(z.nullable(z.number())),
	/** Epoch seconds. */
	expiresAt: z.number(),
});
export type Identity = z.infer<typeof Identity>;

const attachmentProblems = ["missing", "tooLarge", "empty", "otherType"] as const;

/** A file that the backend Worker has read for the account's object. */
export const UploadedFile = z.union([
	z.object({ problem: z.enum(attachmentProblems) }),
	z.object({
		sha256: z.string(),
		mediaType: z.string(),
		bytes: z.number(),
		name: z.string(),
		/** The size of a picture in pixels. */
		width: z.optional(z.number()),
		height: z.optional(z.number()),
	}),
]);
export type UploadedFile = z.infer<typeof UploadedFile>;

export const RequestIdentity = z.object({
	identity: Identity,
	accountId: AccountId,
	requestId: z.string(),
	/** Null: the caller sent none. Absent if the previous release's Worker sent it. */
	callerRequestId: z._default(z.nullable(z.string()), null),
	address: z.nullable(z.string()),
	/** `isNamed`: the user named this account. Absent if the previous release's Worker sent it. */
	hasOthers: z._default(z.boolean(), false),
	isNamed: z._default(z.boolean(), false),
	upload: z.optional(UploadedFile),
});
export type RequestIdentity = z.infer<typeof RequestIdentity>;

export type AccountDb = DrizzleSqliteDODatabase;
export type ReadDb = Pick<AccountDb, "select">;

/** `now` is epoch ms. */
export type RowStore = { db: AccountDb; newId: NewId; now: number };

export type AccountObjects<Calls> = {
	idFromName(accountId: string): DurableObjectId;
	get(id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions): Calls;
};

export type NewMember = { sub: string; email: string; name: string; role: Role; scope: Scope };

export type NewAccount = {
	accountId: string;
	companyName: string;
	timeZone: string;
	hourCycle?: DisplayFormats["hourCycle"];
	/** A backend of the release before sends none. */
	formats?: Pick<DisplayFormats, "dateOrder" | "weekStart" | "decimalSign">;
	language?: string;
	planName: string;
	owner: Pick<NewMember, "sub" | "email" | "name">;
	origin?: CallOrigin | undefined;
};

export type InvitedPerson = Pick<NewMember, "sub" | "email" | "name"> & {
	signIn: SignIn;
	origin?: CallOrigin | undefined;
};

export type Acceptance =
	| { status: "joined"; account: CurrentAccount }
	| { status: "refused"; state: "expired" | "revoked" | "used" | "onlySso" | "unknown" };

export type KnownMembership = {
	companyName: string;
	role: Role;
	state: "open" | "disabled" | "signedOut";
	isOnlySso?: true;
};

export type EndedSignIns = { signIn: string } | { validAfter: number; sparedSignIn: string | null };

export type AccountEntry = {
	membership(sub: string, signIn: SignIn): Promise<KnownMembership | null>;
	endSignIns(sub: string, ended: EndedSignIns, origin: CallOrigin): Promise<void>;
	ensureAccount(account: NewAccount, now: number): Promise<CurrentAccount | null>;
	openInvitation(invitationId: string, now: number): Promise<OpenedInvitation>;
	acceptInvitation(invitationId: string, person: InvitedPerson, now: number): Promise<Acceptance>;
	/** Null if the person is a member or never was one. */
	formerMembership(sub: string): Promise<FormerMembership | null>;
	currentPlace(): Promise<Pick<FormerMembership, "companyName" | "owners"> | null>;
};

/** Used in place of a device id for the whole account. Only members who see the whole account receive it. */
export const wholeAccount = "account";

/** Notifies open screens. Runs at every write and sends at most one message a second. */
export type Invalidations = {
	changed(topic: LiveTopic, deviceIds: string[] | "all"): void;
};

export type LiveAccess = {
	/** Call in the same turn as a change of a membership, role, scope or session. Closes sockets that lost access. */
	accessChanged(userId: string): void;
};

/** `channels` follow `row.latest`; `unlisted` are the channels with a limit that it leaves out. At `staleAt` the row may change without a write. Times are epoch ms. */
export type MadeRow = {
	row: DeviceListRow;
	channels: ListedLimits[];
	unlisted: UnlistedValue[];
	logged: LoggedDevice;
	createdAt: number;
	staleAt: number;
};

export type Computed = Pick<LogChannel, "formula" | "computedAs" | "computedSince">;

/** `computed` is empty if a device sends the channel, and one object for all channels that are computed alike. */
export type LoggedChannel = Omit<LogChannel, keyof Computed> & { computed: Computed };

export type LoggedDevice = { device: Required<LogDevice>; channels: readonly LoggedChannel[] };

export type ListedLimits = { channelId: string; low: number | null; high: number | null };

export type UnlistedValue = ListedLimits & { value: number };

/** `seq` rises with every change of a row and every removal. */
export type CachedDevice = MadeRow & { seq: number };

export type DeviceLeaving = { id: string; groupIds: string[]; isGone: boolean; seq: number };

/** `leavings` omits removals up to `oldestSeq`. `life` identifies the memory that counts `seq`. */
export type CachedList = {
	life: string;
	seq: number;
	oldestSeq: number;
	devices: readonly CachedDevice[];
	logged(order: LoggedOrder): LoggedFleet;
	leavings: readonly DeviceLeaving[];
};

export type LoggedOrder = "by-id" | "by-name";

/** The arrays stay the same until the data changes. `zone`: the clock of all devices; null: clocks differ. */
export type LoggedFleet = {
	devices: readonly Required<LogDevice>[];
	channels: readonly LoggedChannel[];
	zone: Zone | null;
};

export type CachedDevices = {
	at(now: number): Promise<CachedList>;
	isLarge(): boolean;
};

export const rereadReasons = ["calibrationChanged", "readingsMarked", "definitionChanged"] as const;
export type RereadReason = Extract<AlertEventEnd, (typeof rereadReasons)[number]>;

/** Why readings of a channel changed from `from` until before `to` (epoch ms; null: no end), as one sentence. */
export type RereadCause = {
	reason: RereadReason;
	from: number;
	to: number | null;
	text: Statement;
};

export type IntervalWatch = {
	/** Call after any change to rules or groups. Runs in slices. */
	intervalsChanged(deviceIds: readonly string[] | "all"): Promise<void>;
	/** Call after the change is committed. Confirms or ends the open events of the channel. */
	readingsChanged(channel: ChannelRef, cause: RereadCause): Promise<void>;
};

export type EvidenceArchive = { bucket: Pick<R2Bucket, "get" | "put">; prefix: string };

export type KeyMint = {
	/** Returns the key to show once and the digest to store. The same seed gives the same key. */
	mint(accountId: string, senderId: string, seed?: string): Promise<{ key: string; digest: string }>;
};

export type WebhookSecretMint = { mint(seed?: string): string };

export type Mints = {
	deviceKeys: KeyMint;
	integrationKeys: KeyMint;
	apiKeys: KeyMint;
	wallTokens: KeyMint;
	publicLinkTokens: KeyMint;
	calendarTokens: KeyMint;
	webhookSecrets: WebhookSecretMint;
};

export type KeyedCall = { key: string; action: string; input: unknown; user: User };

/** A call repeated with the same key, after a lost response, gets the first response. */
/** `second`: a second person approved the change, or it is made in an emergency. `stated` goes into the audit. */
export type StartedChange = {
	input?: unknown;
	second?: { actor: AuditActor; reason: string; stated: Record<string, string | boolean | null> };
};

/** `capabilityOf` null: members have no such mutation. `parse` throws the procedure's errors for its input. */
export type Procedures = {
	capabilityOf(path: string): Capability | null;
	parse(path: string, input: unknown): unknown;
	call(ctx: MemberContext, path: string, input: unknown): Promise<unknown>;
};

export type Once = (call: KeyedCall, run: (own: Mints & { keep: AuditSaved }) => Promise<unknown>) => Promise<unknown>;

export type CallOrigin = {
	address: string | null;
	browser: string | null;
	requestId: string | null;
	callerRequestId: string | null;
	/** The provider by which the person signed in. Absent or null: by the user pool. */
	provider?: string | null;
	/** Why the person makes the change. Absent or null: not stated. */
	reason?: string | null;
};

export type AuditTargets = Partial<Record<AuditKind, string[]>>;

export type Audit = {
	/** Runs `act` in a transaction and records which `targets` changed. Calls may be nested. */
	change<Result>(targets: AuditTargets, act: () => Result): Result;
	/** Call in the transaction that creates the entities. */
	made(targets: AuditTargets): void;
	act(targets: AuditTargets, stated?: Record<string, string | number | null>): void;
	/** Call in the transaction that creates a note, run, signature or planned mute: these are no audit entities. */
	makes(): void;
	exempt(): void;
	/** Reports a fault if the call changed something and recorded nothing. */
	finish(): void;
};

/** Runs in each transaction of a call that changes something. `isMaking`: the call created an entity. */
export type AuditSaved = (saved: { entities: readonly AuditEntity[]; isMaking: boolean }) => void;

type RequestContext = {
	identity: Identity;
	requestId: string;
	origin: CallOrigin;
	/** Time of the request, epoch ms. */
	now: number;
	newId: NewId;
	directory: D1Database;
	planName: string;
	accountObject: (accountId: string) => AccountEntry;
};

export type VisitorContext = RequestContext & {
	kind: "visitor";
	/** An account in the directory whose object does not know the user, after an interrupted join. */
	strandedIn: string | null;
	isElsewhere: boolean;
};

export type AccountContext = RequestContext &
	Mints & {
		kind: "member";
		accountId: string;
		user: User;
		secondStepFrom: Date | null;
		/** `isDefault`: the user has other accounts and the request named none. */
		hasOthers: boolean;
		isDefault: boolean;
		/** The caller's current row. Its status is disabled if the user was removed during the request. */
		currentUser: () => User;
		/** True for GET: tRPC denies a mutation by GET. */
		isReadOnly: boolean;
		/** Call before each query. In a large account uploads run between the queries of one batch. */
		nextQuery: () => Promise<void>;
		/** Wraps every mutation. After the last one of the request it arms the alarm. */
		mutating: <Result>(mutation: () => Promise<Result>) => Promise<Result>;
		db: AccountDb;
		readingStore: ReadingStore;
		cachedDevices: CachedDevices;
		reads: BatchReads;
		pageTurns: PageTurns;
		turnQueue: TurnQueue;
		armAlarm: () => Promise<void>;
		spaceUsed: SpaceUsed;
		invalidations: Invalidations;
		live: LiveAccess;
		watch: IntervalWatch;
		audit: Audit;
		startAudit: (action: string, saved?: AuditSaved, about?: StartedChange) => Audit;
		/** Stores the response of the call under its key. Absent: it has none. */
		keep?: AuditSaved;
		procedures: Procedures;
		once: Once;
		lastAuthor: (
			entityId: string,
			did: "changed" | "deleted",
			field?: string,
		) => { id: string | null; name: string } | null;
		openDeliveryChannels: readonly DeliveryChannel[];
		pushPublicKey: string | null;
		telegramBot: string | null;
		/** Lower-case. */
		ownHosts: readonly string[];
		failedWork: FailedWorkStore;
		planCatalog: PlanCatalog;
		payments: Payments | null;
		/** Looks for a text in a name's TXT records, at two resolvers. `unknown`: one of them did not respond. */
		findText: (name: string, text: string) => Promise<"there" | "absent" | "unknown">;
		outside: Outside;
		/** Prefix of the lake's files in R2. */
		lakePrefix: string;
		/** Base64 of the operator's public key. Null: none. */
		operatorKey: string | null;
		consoleUrl: string | null;
		calls: CallCount;
		brandFiles: Pick<R2Bucket, "get" | "put" | "delete">;
		attachmentFiles: AttachmentFiles;
		/** The domain at which integrations receive mail. Null: they receive none. */
		mailDomain: string | null;
		upload: UploadedFile | null;
		evidence: EvidenceArchive;
		lineSources: LineSources;
		storeReadings: (readings: readonly ReadingOfDevice[]) => Promise<SentResult>;
		/** Stores missing readings of a stored integration message. Throws INTEGRATION_MESSAGE_NOT_FOUND. */
		readMessageAgain: (message: { accountId: string; keyId: string; messageId: string }) => Promise<IngestResult>;
	};

export type AttachmentFiles = {
	key(sha256: string): string;
	delete(key: string): Promise<void>;
	/** Await before a row is added, or a deletion under way may remove the new object. */
	deleted(): Promise<void>;
};

export type HeardLines = {
	last: LastLines;
	waiting: Omit<WaitingSeries, "heardAt">[];
	notStored: Omit<LineNotStored, "receivedAt">[];
};

/** A row counts a day's lines of one integration. Times are epoch ms. */
export type LineSources = {
	read(keyId: string, now: number): { last: LastLines | null; waiting: WaitingSeries[]; notStored: LineNotStored[] };
	heard(keyId: string, lines: HeardLines): void;
	/** Removes the series from the waiting ones. */
	chosen(keyId: string, series: string[], now: number): void;
};

export type ReadingOfDevice = { deviceId: string; index: number; channel: unknown; at: unknown; value: unknown };

/** Call `write` before the count is read. `now` is epoch ms. */
export type CallCount = { count(now: number): void; write(): void };

export type FailedWorkStore = {
	list(): FailedWork[];
	/** `now` is epoch ms. Does nothing if the work is done. */
	retry(target: FailedWorkTarget, now: number): void;
};

export type Served = {
	method: string;
	hasProcedure: (path: string) => boolean;
	/** Undefined: the request-key header is invalid. */
	requestKeys: RequestKeys | undefined;
};

export type Context = (VisitorContext | AccountContext) & Served;

export type MemberContext = AccountContext;

export type Call<Input = undefined> = { ctx: MemberContext; input: Input };

/** Shares a read among the calls of one batch. A batch that may write reads again at every call. */
export function oncePerBatch<Value>(read: (ctx: MemberContext) => Value): (ctx: MemberContext) => Value {
	const known = new WeakMap<BatchReads, { value: Value }>();
	return (ctx) => {
		if (!ctx.isReadOnly) return read(ctx);
		const found = known.get(ctx.reads) ?? { value: read(ctx) };
		known.set(ctx.reads, found);
		return found.value;
	};
}

/** The resolver reads the log in slices, and other calls run between them. */
export function inTurns<Input, Reply>(resolver: (call: Call<Input>) => Reply): (call: Call<Input>) => Reply {
	return ({ ctx, input }) =>
		resolver({ ctx: { ...ctx, readingStore: budgetedReadings(ctx.readingStore, ctx.reads.begin()) }, input });
}

function budgetedReadings(readingStore: ReadingStore, budget: ReadBudget): ReadingStore {
	return {
		...readingStore,
		readSpan: (request) => readingStore.readSpan({ ...request, budget }),
		estimate: (request) => readingStore.estimate({ ...request, budget }),
		readSeries: (request) => readingStore.readSeries({ ...request, budget }),
		readBuckets: (request) => readingStore.readBuckets({ ...request, budget }),
		summaries: (request) => readingStore.summaries({ ...request, budget }),
	};
}
