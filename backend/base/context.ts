import type { DrizzleSqliteDODatabase } from "drizzle-orm/durable-sqlite";
import * as z from "zod/mini";
import type { CurrentAccount, FormerMembership, OpenedInvitation, Scope, User } from "../../shared/account/account";
import type { AuditEntity, AuditKind } from "../../shared/account/audit";
import type { Role } from "../../shared/account/permissions";
import { AccountId } from "../../shared/base/ids";
import type { DeviceListRow } from "../../shared/device/device";
import type { FailedWork, FailedWorkTarget } from "../../shared/errors/failed-work";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { SentResult } from "../../shared/ingest/send-readings";
import type { LogChannel, LogDevice } from "../../shared/log/log";
import type { DeliveryChannel } from "../../shared/message/message";
import type { LiveTopic } from "../../shared/overview/live";
import type { Zone } from "../../shared/time/time-zones";
import type { NewId } from "./ids";
import type { SpaceUsed } from "./object-space";
import type { PageTurns } from "./page-turns";
import type { Payments } from "./payments";
import type { PlanCatalog } from "./plan-catalog";
import type { BatchReads } from "./read-turn-queue";
import type { ReadBudget, ReadingStore } from "./reading-store";
import type { RequestKeys } from "./request-keys";
import type { TurnQueue } from "./turn-queue";

/** The sign-in of a token; a token refresh keeps both fields. `authTime` is epoch seconds. */
export const SignIn = z.object({ originJti: z.nullable(z.string()), authTime: z.nullable(z.number()) });
export type SignIn = z.infer<typeof SignIn>;

/** The caller, from verified tokens. The e-mail is verified by the user pool and lower-cased. */
export const Identity = z.object({
	sub: z.string(),
	username: z.string(),
	email: z.nullable(z.string()),
	name: z.nullable(z.string()),
	/** Who signed them in, where that was not the user pool itself. Absent: from the former release's Worker. */
	provider: z._default(z.nullable(z.string()), null),
	/** Of the id token, epoch seconds. */
	issuedAt: z.nullable(z.number()),
	signIn: SignIn,
	/** When the access token ends, epoch seconds. */
	expiresAt: z.number(),
});
export type Identity = z.infer<typeof Identity>;

export const RequestIdentity = z.object({
	identity: Identity,
	accountId: AccountId,
	requestId: z.string(),
	/** What the caller called it; null: nothing. Absent: from the former release's Worker. */
	callerRequestId: z._default(z.nullable(z.string()), null),
	/** Of the network the request came from, by the edge; null: not known. */
	address: z.nullable(z.string()),
	/** Whether they have other accounts, and have named this one. Absent: from the former release's Worker. */
	hasOthers: z._default(z.boolean(), false),
	isNamed: z._default(z.boolean(), false),
});
export type RequestIdentity = z.infer<typeof RequestIdentity>;

export type AccountDb = DrizzleSqliteDODatabase;
/** For calls that change nothing. */
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
	planName: string;
	owner: Pick<NewMember, "sub" | "email" | "name">;
	/** None for what no request makes. */
	origin?: CallOrigin | undefined;
};

export type InvitedPerson = Pick<NewMember, "sub" | "email" | "name"> & {
	signIn: SignIn;
	origin?: CallOrigin | undefined;
};

export type Acceptance =
	| { status: "joined"; account: CurrentAccount }
	| { status: "refused"; state: "expired" | "revoked" | "used" | "unknown" };

/** `signedOut`: this account has ended the sign-in that asks. */
export type KnownMembership = { companyName: string; role: Role; state: "open" | "disabled" | "signedOut" };

/** One by its key, or all from before a time, epoch seconds, but the spared one. */
export type EndedSignIns = { signIn: string } | { validAfter: number; sparedSignIn: string | null };

export type AccountEntry = {
	membership(sub: string, signIn: SignIn): Promise<KnownMembership | null>;
	/** Ends sign-ins of a person who has ended them in another account of theirs. */
	endSignIns(sub: string, ended: EndedSignIns, origin: CallOrigin): Promise<void>;
	ensureAccount(account: NewAccount, now: number): Promise<CurrentAccount | null>;
	openInvitation(invitationId: string, now: number): Promise<OpenedInvitation>;
	acceptInvitation(invitationId: string, person: InvitedPerson, now: number): Promise<Acceptance>;
	/** Null: was never a member, or is one. */
	formerMembership(sub: string): Promise<FormerMembership | null>;
	/** Whom a user may ask today; null: there is no such account. */
	currentPlace(): Promise<Pick<FormerMembership, "companyName" | "owners"> | null>;
};

/** Used as the device id of what concerns the whole account; only people who see all of it see this. */
export const wholeAccount = "account";

/** Invalidations to open screens that data changed. Cheap: called at every write, sends at most one message a second. */
export type Invalidations = {
	/** `deviceIds`: whose data changed, so that only people who may see one of them are sent an invalidation; `all`: everybody. */
	changed(topic: LiveTopic, deviceIds: string[] | "all"): void;
};

export type LiveAccess = {
	/** Call in the turn that changes a membership, role, scope or session: closes sockets that lost access. */
	accessChanged(userId: string): void;
};

/** A device's row with all its groups, as made at some instant. `channels`: of `row.latest`, in its order. `staleAt`: when it may read differently by itself. Epoch ms. */
export type MadeRow = {
	row: DeviceListRow;
	channels: ListedLimits[];
	logged: LoggedDevice;
	createdAt: number;
	staleAt: number;
};

/** As the log shows it, with all its channels in order. */
export type LoggedDevice = { device: Required<LogDevice>; channels: readonly LogChannel[] };

/** Which channel a listed reading is of, and between which limits it should be; null: no limit on that side. */
export type ListedLimits = { channelId: string; low: number | null; high: number | null };

/** `seq` rises with every change of a row and of what has left. */
export type CachedDevice = MadeRow & { seq: number };

/** A device that has left these groups; with `isGone` the list too. */
export type DeviceLeaving = { id: string; groupIds: string[]; isGone: boolean; seq: number };

/** By id. What left up to `oldestSeq` is not remembered. `life`: of the memory that counts `seq`. */
export type CachedList = {
	life: string;
	seq: number;
	oldestSeq: number;
	devices: readonly CachedDevice[];
	logged(order: LoggedOrder): LoggedFleet;
	leavings: readonly DeviceLeaving[];
};

/** By name: those of one name by id. */
export type LoggedOrder = "by-id" | "by-name";

/** The same arrays until something of them changes. `zone`: of the one clock that all devices keep; null: they differ. */
export type LoggedFleet = {
	devices: readonly Required<LogDevice>[];
	channels: readonly LogChannel[];
	zone: Zone | null;
};

export type CachedDevices = {
	/** All current devices as listed at `now`: only those that have changed are read. */
	at(now: number): Promise<CachedList>;
	/** Whether lists and counts of the account take long enough for others to wait. */
	isLarge(): boolean;
};

export type IntervalWatch = {
	/** What devices are watched by may have changed, of these alone or of any. In slices of the thread. */
	intervalsChanged(deviceIds: readonly string[] | "all"): Promise<void>;
};

/** Where old rows of the audit log and the delivery log lie, under a prefix of the account's own. */
export type EvidenceArchive = { bucket: Pick<R2Bucket, "get" | "put">; prefix: string };

export type KeyMint = {
	/** A new key, to be shown once, and the digest to store. Takes ids with their prefixes. From one seed comes one key. */
	mint(accountId: string, senderId: string, seed?: string): Promise<{ key: string; digest: string }>;
};

export type WebhookSecretMint = { mint(seed?: string): string };

/** What makes secrets that a response shows once. */
export type Mints = {
	deviceKeys: KeyMint;
	integrationKeys: KeyMint;
	apiKeys: KeyMint;
	wallTokens: KeyMint;
	webhookSecrets: WebhookSecretMint;
};

/** A call that its caller repeats with the same key where its response was lost. */
export type KeyedCall = { key: string; action: string; input: unknown; user: User };

/** Runs what makes something once for a key: a repeated call is answered as the first one was. */
export type Once = (call: KeyedCall, run: (own: Mints & { keep: AuditSaved }) => Promise<unknown>) => Promise<unknown>;

/** Where a call came from; null: not known. */
export type CallOrigin = {
	address: string | null;
	browser: string | null;
	/** The console's, and what the caller called it. */
	requestId: string | null;
	callerRequestId: string | null;
};

export type AuditTargets = Partial<Record<AuditKind, string[]>>;

/** What one call leaves in the audit log: one row, whatever it changes. */
export type Audit = {
	/** Runs `act` in a transaction, and records in it what has changed of `targets`. Calls may be nested. */
	change<Result>(targets: AuditTargets, act: () => Result): Result;
	/** Records what has just been made: all at once, as a file may hold hundreds. Call in the transaction that makes it. */
	made(targets: AuditTargets): void;
	/** Records that something was done with `targets` that changes none of their fields. `stated`: further facts. */
	act(targets: AuditTargets, stated?: Record<string, string | number | null>): void;
	/** Call in the transaction that makes what is no entity of the audit log: a note, a run, a signature, a planned mute. */
	makes(): void;
	/** For a call that may write rows and change nothing: a trial, an undo that finds nothing to restore. */
	exempt(): void;
	/** Once the call is over: reports a fault if it has changed something and recorded nothing. */
	finish(): void;
};

/** In each transaction of a call that changes something. `isMaking`: it has made something, and not only changed it. */
export type AuditSaved = (saved: { entities: readonly AuditEntity[]; isMaking: boolean }) => void;

type RequestContext = {
	identity: Identity;
	requestId: string;
	origin: CallOrigin;
	/** When the request came in, epoch ms. */
	now: number;
	newId: NewId;
	directory: D1Database;
	planName: string;
	accountObject: (accountId: string) => AccountEntry;
};

export type VisitorContext = RequestContext & {
	kind: "visitor";
	/** An account that the directory names but whose object does not know the person: an interrupted join. */
	strandedIn: string | null;
	/** They have accounts, and not the one that they name. */
	isElsewhere: boolean;
};

export type AccountContext = RequestContext &
	Mints & {
		kind: "member";
		accountId: string;
		user: User;
		/** Of the account. */
		secondStepFrom: Date | null;
		/** Whether they have other accounts too, and have named none: what they ask is answered by their default. */
		hasOthers: boolean;
		isDefault: boolean;
		/** The caller as they are now; disabled if they were removed meanwhile. */
		currentUser: () => User;
		/** True for GET: tRPC denies a mutation by GET. */
		isReadOnly: boolean;
		/** Before each query: those of one batch let uploads run in between, in a large account. */
		nextQuery: () => Promise<void>;
		/** Every mutation runs in it: once the last of the request has ended, what they made due is armed for. */
		mutating: <Result>(mutation: () => Promise<Result>) => Promise<Result>;
		db: AccountDb;
		readingStore: ReadingStore;
		cachedDevices: CachedDevices;
		/** Of this request. */
		reads: BatchReads;
		pageTurns: PageTurns;
		turnQueue: TurnQueue;
		/** For what must go on even if the object ends during this call; after a call it is armed anyway. */
		armAlarm: () => Promise<void>;
		spaceUsed: SpaceUsed;
		invalidations: Invalidations;
		live: LiveAccess;
		watch: IntervalWatch;
		/** Of this call, if it is a mutation. */
		audit: Audit;
		/** By the path of a procedure. */
		startAudit: (action: string, saved?: AuditSaved) => Audit;
		once: Once;
		/** Who changed an entity last, or one field of it, or deleted it, of late. */
		lastAuthor: (
			entityId: string,
			did: "changed" | "deleted",
			field?: string,
		) => { id: string | null; name: string } | null;
		/** Those that the operator has set up. */
		openDeliveryChannels: readonly DeliveryChannel[];
		/** What browsers subscribe to pushes with; null: they are not set up. */
		pushPublicKey: string | null;
		/** Where the console itself answers, in lower case. */
		ownHosts: readonly string[];
		failedWork: FailedWorkStore;
		/** As the operator has written it. */
		planCatalog: PlanCatalog;
		/** Null: payment is not set up. */
		payments: Payments | null;
		/** Where people open the console; null: the operator has not said. */
		consoleUrl: string | null;
		calls: CallCount;
		/** Where images of the brand lie, as everybody may see them. */
		brandFiles: Pick<R2Bucket, "get" | "put" | "delete">;
		evidence: EvidenceArchive;
		/** As the uploads of these devices are. */
		storeReadings: (readings: readonly ReadingOfDevice[]) => Promise<SentResult>;
		/** Stores what a kept message of an integration brings that is not stored. Throws INTEGRATION_MESSAGE_NOT_FOUND. */
		readMessageAgain: (message: { accountId: string; keyId: string; messageId: string }) => Promise<IngestResult>;
	};

/** As sent, with its index. */
export type ReadingOfDevice = { deviceId: string; index: number; channel: unknown; at: unknown; value: unknown };

/** Of API calls; `write`: before their number is read. `now` is epoch ms. */
export type CallCount = { count(now: number): void; write(): void };

/** The background work of the account that failed, and is tried again by itself. */
export type FailedWorkStore = {
	list(): FailedWork[];
	/** Makes it due at `now`, epoch ms; nothing happens where it is done by now. */
	retry(target: FailedWorkTarget, now: number): void;
};

/** Facts of the HTTP request, for error messages. */
export type Served = {
	method: string;
	hasProcedure: (path: string) => boolean;
	/** Undefined: what was sent as keys is none. */
	requestKeys: RequestKeys | undefined;
};

export type Context = (VisitorContext | AccountContext) & Served;

export type MemberContext = AccountContext;

export type Call<Input = undefined> = { ctx: MemberContext; input: Input };

/** A read shared by the calls of one batch. A batch that may write reads anew at every call. */
export function oncePerBatch<Value>(read: (ctx: MemberContext) => Value): (ctx: MemberContext) => Value {
	// By what calls of a batch share, as some have a copy of the context.
	const known = new WeakMap<BatchReads, { value: Value }>();
	return (ctx) => {
		if (!ctx.isReadOnly) return read(ctx);
		const found = known.get(ctx.reads) ?? { value: read(ctx) };
		known.set(ctx.reads, found);
		return found.value;
	};
}

/** A procedure whose reads of the log may take long: in slices between which others have their turn. */
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
