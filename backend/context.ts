import type { DrizzleSqliteDODatabase } from "drizzle-orm/durable-sqlite";
import * as z from "zod/mini";
import { AccountId } from "../shared/ids";
import type { UserRow } from "./account/user-rows";
import type { AccountObject } from "./account-object";
import type { DeviceWatch } from "./device/status/device-watch";
import type { NewId } from "./ids";
import type { DeviceKeys } from "./ingest/device-key";
import type { IntegrationKeys } from "./ingest/integration-key";
import type { Hints } from "./live/hints";
import type { LiveSockets } from "./live/live-sockets";
import type { LogStore } from "./log/log-store";
import type * as schema from "./schema";

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

export type AccountDb = DrizzleSqliteDODatabase<typeof schema>;

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
	accountObject: (accountId: string) => DurableObjectStub<AccountObject>;
};

/** A request inside an account's object, of somebody it knows. */
export type AccountContext = RequestContext & {
	kind: "member";
	accountId: string;
	user: UserRow;
	/** No call of the request can write: tRPC refuses a mutation by GET. */
	isReadOnly: boolean;
	db: AccountDb;
	log: LogStore;
	hints: Hints;
	live: Pick<LiveSockets, "accessChanged">;
	/** To be told where intervals changed, or which devices are watched. */
	watch: Pick<DeviceWatch, "intervalsChanged">;
	deviceKeys: DeviceKeys;
	integrationKeys: IntegrationKeys;
};

/** Facts of the HTTP request: for the words of an error, and whether its sender reads packed lists of devices. */
export type Served = { method: string; hasProcedure: (path: string) => boolean; readsPackedDevices: boolean };

export type Context = (VisitorContext | AccountContext) & Served;

/** What a verb behind `procedureFor` may rely on: an active member whose role holds the capability. */
export type MemberContext = AccountContext;

export type Verb<Input = undefined> = { ctx: MemberContext; input: Input };
