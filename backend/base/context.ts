import type { DrizzleSqliteDODatabase } from "drizzle-orm/durable-sqlite";
import * as z from "zod/mini";
import type { CurrentAccount, Scope, User } from "../../shared/account";
import { AccountId } from "../../shared/ids";
import type { LiveTopic } from "../../shared/live";
import type { Role } from "../../shared/permissions";
import type { NewId } from "./ids";
import type { LogStore } from "./log-store";

/** The sign-in a token comes from; both stay as they are when tokens are refreshed. `authTime` is epoch seconds. */
export const SignIn = z.object({ originJti: z.nullable(z.string()), authTime: z.nullable(z.number()) });
export type SignIn = z.infer<typeof SignIn>;

/** Who asks, as the verified tokens say. The e-mail is one the user pool has verified, lower-cased. */
export const Identity = z.object({
	sub: z.string(),
	username: z.string(),
	email: z.nullable(z.string()),
	name: z.nullable(z.string()),
	/** When the id token was issued that says so, epoch seconds. */
	issuedAt: z.nullable(z.number()),
	signIn: SignIn,
	/** When the access token ends, epoch seconds. */
	expiresAt: z.number(),
});
export type Identity = z.infer<typeof Identity>;

/** What the backend Worker tells an account's object beside the request. */
export const RequestIdentity = z.object({ identity: Identity, accountId: AccountId, requestId: z.string() });
export type RequestIdentity = z.infer<typeof RequestIdentity>;

export type AccountDb = DrizzleSqliteDODatabase;

/** What making a row needs beside its contents; `now` is epoch ms. */
export type RowStore = { db: AccountDb; newId: NewId; now: number };

/** The accounts' objects, as far as somebody makes `Calls` to them. */
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
};

/** How somebody without an account gets into one; both answer null where they are no active member afterwards. */
type AccountEntry = {
	ensureAccount(account: NewAccount, now: number): Promise<CurrentAccount | null>;
	ensureMember(member: NewMember, now: number): Promise<CurrentAccount | null>;
};

/** In the place of a device: the account itself, which concerns those alone who see all of it. */
export const wholeAccount = "account";

/** Tells open screens that something changed. Cheap: called at every write; what is sent is at most one message a second. */
export type Hints = {
	/** `deviceIds`: whose data changed, so that only those who may see one of them learn of it; `all`: everybody. */
	changed(topic: LiveTopic, deviceIds: string[] | "all"): void;
};

/** Open screens, as far as changes of somebody's access concern them. */
export type LiveAccess = {
	/** To be called in the turn in which somebody's membership, role, scope or sessions change: closes what is not theirs any more. */
	accessChanged(userId: string): void;
};

/** The watch over silent devices, as far as changes of devices concern it. */
export type IntervalWatch = {
	/** Computes anew when something is due: intervals were changed, or devices archived or restored. */
	intervalsChanged(): Promise<void>;
};

export type KeyMint = {
	/** A new key, to be shown once, and the digest that is kept of it. Takes ids with their prefixes. */
	mint(accountId: string, ownerId: string): Promise<{ key: string; digest: string }>;
};

type RequestContext = {
	identity: Identity;
	requestId: string;
	/** Epoch ms at which the request came in. */
	now: number;
	newId: NewId;
	directory: D1Database;
	planName: string;
};

/** Someone without an account, answered by the backend Worker itself. */
export type VisitorContext = RequestContext & {
	kind: "visitor";
	/** The account to which the directory sends them and whose object does not know them: joining it broke off. */
	strandedIn: string | null;
	accountObject: (accountId: string) => AccountEntry;
};

/** A request inside an account's object, of somebody it knows. */
export type AccountContext = RequestContext & {
	kind: "member";
	accountId: string;
	user: User;
	/** No call of the request can write: tRPC refuses a mutation by GET. */
	isReadOnly: boolean;
	db: AccountDb;
	log: LogStore;
	hints: Hints;
	live: LiveAccess;
	watch: IntervalWatch;
	deviceKeys: KeyMint;
	integrationKeys: KeyMint;
};

/** Facts of the HTTP request: for the message of an error, and whether its sender reads packed lists of devices. */
export type Served = { method: string; hasProcedure: (path: string) => boolean; readsPackedDevices: boolean };

export type Context = (VisitorContext | AccountContext) & Served;

/** What a verb behind `procedureFor` may rely on: an active member whose role holds the capability. */
export type MemberContext = AccountContext;

export type Verb<Input = undefined> = { ctx: MemberContext; input: Input };

/**
 * A read that the calls of one batch share, each batch with its own, as each has a context of its own. Where the batch
 * may write, every call reads anew.
 */
export function oncePerBatch<Value>(read: (ctx: MemberContext) => Value): (ctx: MemberContext) => Value {
	const known = new WeakMap<MemberContext, { value: Value }>();
	return (ctx) => {
		if (!ctx.isReadOnly) return read(ctx);
		const found = known.get(ctx) ?? { value: read(ctx) };
		known.set(ctx, found);
		return found.value;
	};
}
