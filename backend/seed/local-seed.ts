import { WorkerEntrypoint } from "cloudflare:workers";
import type { Scope } from "../../shared/account/account";
import { type KeptStateAct, keptStateSql, keptTablesSql, restoreObject } from "../../shared/base/kept-state";
import { ownValue } from "../../shared/base/own-value";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { UploadSlots } from "../../shared/ingest/upload-slots";
import type {
	LocalSeedApi,
	SeedAccount,
	SeedDevice,
	SeedInvitation,
	SeedMember,
	SeedRecords,
	SeedUpload,
} from "../../shared/local-seed";
import { parseSettings, type Settings } from "../base/env";
import { domainError } from "../base/errors";
import { createNewId } from "../base/ids";
import { planName } from "../billing/new-plan";
import { claimAccount, listAccountIds } from "../db/account-membership-rows";
import { directoryForm } from "../db/directory-form";
import { mapHostname } from "../db/host-brand-rows";
import { ensureSso } from "../db/sso-rows";
import { ingestUpload } from "../ingest/ingest-upload";
import { createIngestKeys } from "../keys/ingest-keys";
import { createMailReceiver } from "../mail/receive-mail";

/** Each upload waits for the disk. Together they wait once. */
const uploadsAtOnce = 40;

/** Fills a local run through the product's own code. Throws without a local Worker. */
export class LocalSeed extends WorkerEntrypoint<BackendEnv> implements LocalSeedApi {
	async ensureAccount(account: SeedAccount, now: number): Promise<{ accountId: string; isNew: boolean }> {
		const settings = this.localSettings();
		const { DIRECTORY, ACCOUNT } = this.env;
		if ((await directoryForm.findNewer()) !== null) throw domainError("UPDATE_UNDER_WAY");
		const owner = account.members.find(({ role }) => role === "owner");
		if (!owner) throw new Error(`The seeded account ${account.seedName} has no owner`);
		const known = await listAccountIds(DIRECTORY, owner.sub);
		const newId = createNewId(now)("account");
		const accountId = await claimAccount(DIRECTORY, { sub: owner.sub, accountId: newId, now });
		const object = ACCOUNT.get(ACCOUNT.idFromName(accountId));
		const { companyName, timeZone, groups } = account;
		await object.ensureAccount({ accountId, companyName, timeZone, planName: planName(settings), owner }, now);
		const groupIds = await object.ensureSeedGroups(groups, now);
		for (const member of account.members) {
			const claimed = await claimAccount(DIRECTORY, { sub: member.sub, accountId, now });
			if (claimed !== accountId) throw new Error(`${member.email} belongs to another account`);
			const { isRemoved, ...person } = member;
			await object.ensureMember({ ...person, scope: toScope(person.scope, groupIds) }, now);
			if (isRemoved) await object.removeSeedMember(member.sub);
		}
		if (account.hostname !== undefined) await mapHostname(DIRECTORY, { hostname: account.hostname, accountId, now });
		if (account.sso !== undefined) await ensureSso(DIRECTORY, { ...account.sso, accountId, companyName, now });
		return { accountId, isNew: known.length === 0 };
	}

	async ensureInvitation(accountId: string, invitation: SeedInvitation, now: number): Promise<void> {
		this.localSettings();
		const { DIRECTORY, ACCOUNT } = this.env;
		if ((await listAccountIds(DIRECTORY, invitation.sub)).length > 0) return;
		await ACCOUNT.get(ACCOUNT.idFromName(accountId)).ensureSeedInvitation(invitation, now);
	}

	async ensureDevice(
		accountId: string,
		device: SeedDevice,
		now: number,
	): Promise<{ deviceId: string; key: string | null }> {
		this.localSettings();
		const { ACCOUNT } = this.env;
		return ACCOUNT.get(ACCOUNT.idFromName(accountId)).ensureSeedDevice(accountId, device, now);
	}

	async ingest(deviceKey: string, slots: UploadSlots, uploads: SeedUpload[]): Promise<IngestResult[] | null> {
		const { ingestSecrets } = this.localSettings();
		const claims = await createIngestKeys("device", ingestSecrets).parse(deviceKey);
		if (!claims) throw new Error("The device key is not valid");
		const parts = { accounts: this.env.ACCOUNT };
		const results: IngestResult[] = [];
		for (let start = 0; start < uploads.length; start += uploadsAtOnce) {
			const sent = uploads.slice(start, start + uploadsAtOnce).map((upload) => {
				return { claims, readings: toEntries(upload), receivedAt: upload.receivedAt, past: slots };
			});
			for (const result of await Promise.all(sent.map((upload) => ingestUpload(parts, upload)))) {
				// A user may have replaced the key.
				if ("refusal" in result) return null;
				results.push(result);
			}
		}
		return results;
	}

	async ensureRecords(accountId: string, records: SeedRecords, now: number): Promise<void> {
		this.localSettings();
		const { ACCOUNT } = this.env;
		await ACCOUNT.get(ACCOUNT.idFromName(accountId)).ensureSeedRecords(records, now);
	}

	async receiveMail({ from, to, raw }: Parameters<LocalSeedApi["receiveMail"]>[0]): Promise<string | null> {
		const {
			DIRECTORY: directory,
			ARCHIVE: files,
			EMAIL: email,
			INGEST_BY_KEY: rateLimit,
			ACCOUNT: accounts,
		} = this.env;
		const { messages } = this.localSettings();
		const sender = messages.email?.from ?? null;
		const receive = createMailReceiver({ directory, accounts, files, email, from: sender, rateLimit, clock: Date.now });
		let denial: string | null = null;
		const setReject = (reason: string) => {
			denial = reason;
		};
		await receive({ from, to, raw: new Blob([raw]).stream(), rawSize: raw.byteLength, setReject });
		return denial;
	}

	async keptState(act: KeptStateAct): Promise<void> {
		this.localSettings();
		const { DIRECTORY, ACCOUNT } = this.env;
		const rows = async <Row>(query: string) => (await DIRECTORY.prepare(query).all<Row>()).results;
		const accounts = await rows<{ id: string }>("SELECT DISTINCT account_id AS id FROM memberships");
		const tables = await rows<{ name: string }>(keptTablesSql);
		const statements = keptStateSql(
			act,
			Array.from(tables, ({ name }) => name),
		);
		await DIRECTORY.batch(statements.map((statement) => DIRECTORY.prepare(statement)));
		const objects = accounts.map(({ id }) => ACCOUNT.get(ACCOUNT.idFromName(id)));
		await Promise.all(objects.map((object) => (act === "keep" ? object.keptState(act) : restoreObject(object))));
	}

	private localSettings(): Settings {
		const configuration = parseSettings(this.env);
		if (!configuration.isValid) throw new Error(`Settings not valid: ${configuration.problems.join(", ")}`);
		if (!configuration.settings.local) throw new Error("Seeding is for local runs");
		return configuration.settings;
	}
}

function toScope(scope: SeedMember["scope"], groupIds: Record<string, string>): Scope {
	if (scope === "all") return scope;
	return {
		groupIds: scope.groupNames.map((name) => {
			const id = ownValue(groupIds, name);
			if (id === undefined) throw new Error(`No seeded group is named ${name}`);
			return id;
		}),
	};
}

function toEntries({ channels, at, values }: SeedUpload) {
	return at.flatMap((time, row) =>
		channels.map((channel, column) => ({ channel, at: time, value: values[column]?.[row] })),
	);
}
