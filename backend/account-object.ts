import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import type { CurrentAccount } from "../shared/account";
import type { SeedAccount, SeedDevice, SeedRecords } from "../shared/local-seed";
import { ensureAccount, type NewAccount } from "./account/ensure-account";
import { ensureMember } from "./account/ensure-member";
import { ensureSeedRecords } from "./account/ensure-seed-records";
import { followIdentity } from "./account/follow-identity";
import type { NewMember } from "./account/new-user";
import { disableUser, findUserBySub, markSeen, type UserRow } from "./account/user-rows";
import { planName } from "./billing/plans";
import type { AccountContext, AccountDb } from "./context";
import { ensureSeedDevice } from "./device/ensure-seed-device";
import { parseSettings } from "./env";
import { ensureSeedGroups } from "./group/ensure-seed-groups";
import { createNewId } from "./ids";
import { internalHeaders, parseIdentity } from "./internal-headers";
import { appendUpload, type DeviceUpload, type UploadResult } from "./log/append-upload";
import { createDeviceKeys, type DeviceKeys } from "./log/device-key";
import type { LogStore } from "./log/log-store";
import { createRowLogStore } from "./log/row-log-store";
import migrations from "./migrations/account/migrations";
import * as schema from "./schema";
import { serveRouter } from "./serve-router";
import { isSessionEnded } from "./session/is-session-ended";
import { noteSession } from "./session/note-session";
import { sessionEndedResponse } from "./session/session-ended-response";

const seenEveryMs = 15 * 60 * 1000;

/** One account: its entities, its log, and the router that answers its members. Decisions live in the verbs. */
export class AccountObject extends DurableObject<BackendEnv> {
	private readonly db: AccountDb;
	private readonly log: LogStore;
	private readonly deviceKeys: DeviceKeys;
	private readonly planName: string;

	constructor(state: DurableObjectState, env: BackendEnv) {
		super(state, env);
		const configuration = parseSettings(env);
		if (!configuration.isValid) throw new Error(`Settings not valid: ${configuration.problems.join(", ")}`);
		this.deviceKeys = createDeviceKeys(configuration.settings.ingestSecrets);
		this.planName = planName(configuration.settings);
		this.db = drizzle(state.storage, { schema });
		state.blockConcurrencyWhile(() => migrate(this.db, migrations));
		this.log = createRowLogStore(state.storage);
	}

	/** A tRPC request of someone the directory sends here, with the identity the backend Worker has verified. */
	override async fetch(request: Request): Promise<Response> {
		const { identity, accountId, requestId } = parseIdentity(request.headers);
		const store = this.store(Date.now());
		const found = findUserBySub(this.db, identity.sub);
		if (found && isSessionEnded(this.db, found.id, identity.signIn)) return sessionEndedResponse(requestId);
		const user = found?.status === "active" ? followIdentity(this.db, found, identity) : found;
		this.noteSeen(user, store.now);
		if (user?.status === "active") {
			noteSession(store, { userId: user.id, signIn: identity.signIn, userAgent: request.headers.get("user-agent") });
		}
		const context: AccountContext = {
			...store,
			kind: "member",
			identity,
			accountId,
			requestId,
			user,
			log: this.log,
			deviceKeys: this.deviceKeys,
			directory: this.env.DIRECTORY,
			planName: this.planName,
		};
		const response = await serveRouter(request, context);
		if (user?.status !== "active") response.headers.set(internalHeaders.notMember, "1");
		return response;
	}

	async ensureAccount(account: NewAccount, now: number): Promise<CurrentAccount | null> {
		return ensureAccount(this.store(now), account);
	}

	async ensureMember(member: NewMember, now: number): Promise<CurrentAccount | null> {
		return ensureMember(this.store(now), member);
	}

	/** Readings of a device, by a key whose tag was right; null where the secret is not. */
	async appendUpload(upload: DeviceUpload): Promise<UploadResult | null> {
		return appendUpload({ db: this.db, log: this.log }, upload);
	}

	async ensureSeedGroups(groups: SeedAccount["groups"], now: number): Promise<void> {
		ensureSeedGroups(this.store(now), groups);
	}

	async removeSeedMember(sub: string): Promise<void> {
		disableUser(this.db, sub);
	}

	async ensureSeedDevice(accountId: string, device: SeedDevice, now: number) {
		return ensureSeedDevice({ ...this.store(now), accountId, deviceKeys: this.deviceKeys }, device);
	}

	async ensureSeedRecords(records: SeedRecords, now: number): Promise<void> {
		ensureSeedRecords(this.store(now), records);
	}

	private store(now: number) {
		return { db: this.db, now, newId: createNewId(now) };
	}

	private noteSeen(user: UserRow | null, now: number): void {
		if (user?.status !== "active") return;
		// Not at every request: a written row costs a thousand times a read one.
		if (user.lastSeenAt && now - user.lastSeenAt.getTime() < seenEveryMs) return;
		markSeen(this.db, user.id, now);
	}
}
