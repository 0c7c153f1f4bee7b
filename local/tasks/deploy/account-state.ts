import * as z from "zod/mini";
import { type CloudflareApi, CloudflareError } from "./cloudflare-api.ts";
import { jurisdictions, type Wanted, type WantedWorker } from "./wanted.ts";

export type DeployedWorker = {
	versionId: string | null;
	message: string | null;
	secrets: string[];
	crons: string[];
};

/** `leastReader`: the oldest stored form whose code may read the data. Null: unknown. */
export type StoredDirectory = {
	id: string;
	jurisdiction: string | null;
	migrations: string[];
	accounts: number;
	leastReader: number | null;
};

export type AccountState = {
	account: { id: string; name: string };
	missingRights: string[];
	plan: "paid" | "free" | "unknown";
	isBucketServiceOn: boolean;
	workersDev: string | null;
	zone: { id: string; name: string } | null;
	hostnameWorker: string | null;
	mail: "ready" | "missing" | "unknown";
	database: StoredDirectory | null;
	bucket: { jurisdiction: string | null } | null;
	queues: Map<string, string | null>;
	backend: DeployedWorker | null;
	console: DeployedWorker | null;
};

const rights = {
	workers: "Workers Scripts: Edit",
	databases: "D1: Edit",
	buckets: "Workers R2 Storage: Edit",
	queues: "Queues: Edit",
	zones: "Zone: Read, and Workers Routes: Edit",
};

const codes = { unknownWorker: 10007, noWorkersDev: 10007, noBucket: 10006, bucketsOff: 10042 };

const Account = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)), name: z.string() });

export function listAccounts(api: CloudflareApi) {
	return api.list(Account, { path: "/accounts" });
}

type Reading = { api: CloudflareApi; wanted: Wanted; account: { id: string; name: string } };

export async function readAccount({ api, wanted, account }: Reading): Promise<AccountState> {
	const missing = new Set<string>();
	/** Collects missing rights, so that all are reported at once. */
	async function within<Found>(right: string, otherwise: Found, read: () => Promise<Found>): Promise<Found> {
		try {
			return await read();
		} catch (error) {
			if (!(error instanceof CloudflareError && error.isRejected)) throw error;
			missing.add(right);
			return otherwise;
		}
	}
	const at = { api, path: `/accounts/${account.id}` };
	const { backend, hostname, mailDomain } = wanted;
	const worker = (found: WantedWorker) => within(rights.workers, null, () => readWorker(at, found.name));
	const isBucketServiceOn = { current: true };
	const state = {
		account,
		plan: await readPlan(at),
		workersDev: await within(rights.workers, null, () => readWorkersDev(at)),
		zone: hostname === null ? null : await within(rights.zones, null, () => findZone(api, account.id, hostname)),
		hostnameWorker:
			hostname === null ? null : await within(rights.workers, null, () => findHostnameWorker(at, hostname)),
		mail: mailDomain === null ? ("ready" as const) : await readMail(at, mailDomain),
		database: backend && (await within(rights.databases, null, () => findDatabase(at, backend))),
		bucket: backend && (await within(rights.buckets, null, () => findBucket(at, backend.bucket, isBucketServiceOn))),
		queues: backend
			? await within(rights.queues, new Map<string, string | null>(), () => readQueues(at))
			: new Map<string, string | null>(),
		backend: backend && (await worker(backend)),
		console: await worker(wanted.console),
	};
	return { ...state, isBucketServiceOn: isBucketServiceOn.current, missingRights: [...missing] };
}

type At = { api: CloudflareApi; path: string };

async function orNull<Found>(code: number, read: () => Promise<Found>): Promise<Found | null> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof CloudflareError && error.codes.includes(code)) return null;
		throw error;
	}
}

/** Few tokens may read billing, and an upload also reports a missing plan, so a missing right is no failure. */
async function readPlan({ api, path }: At): Promise<AccountState["plan"]> {
	const Subscription = z.object({ rate_plan: z.nullish(z.object({ id: z.nullish(z.string()) })) });
	try {
		const found = await api.list(Subscription, { path: `${path}/subscriptions` });
		return found.some(({ rate_plan }) => rate_plan?.id?.startsWith("workers_paid")) ? "paid" : "free";
	} catch (error) {
		if (error instanceof CloudflareError && error.isRejected) return "unknown";
		throw error;
	}
}

async function readWorkersDev({ api, path }: At): Promise<string | null> {
	const Subdomain = z.object({ subdomain: z.nullish(z.string()) });
	const found = await orNull(codes.noWorkersDev, () => api.call(Subdomain, { path: `${path}/workers/subdomain` }));
	return found?.subdomain ?? null;
}

async function findZone(api: CloudflareApi, accountId: string, hostname: string): Promise<AccountState["zone"]> {
	const Zone = z.object({ id: z.string(), name: z.string() });
	const labels = hostname.split(".");
	for (let first = 0; first < labels.length - 1; first += 1) {
		const name = labels.slice(first).join(".");
		const [zone] = await api.list(Zone, { path: `/zones?name=${name}&account.id=${accountId}` });
		if (zone) return zone;
	}
	return null;
}

async function findHostnameWorker({ api, path }: At, hostname: string): Promise<string | null> {
	const Domain = z.object({ hostname: z.string(), service: z.string() });
	const found = await api.list(Domain, { path: `${path}/workers/domains?hostname=${hostname}` });
	return found.find((domain) => domain.hostname === hostname)?.service ?? null;
}

async function readMail({ api, path }: At, mailDomain: string): Promise<AccountState["mail"]> {
	const Zone = z.object({ name: z.string() });
	try {
		const zones = await api.list(Zone, { path: `${path}/email/sending/zones` });
		return zones.some(({ name }) => mailDomain === name || mailDomain.endsWith(`.${name}`)) ? "ready" : "missing";
	} catch (error) {
		if (error instanceof CloudflareError) return "unknown"; // a beta service that few tokens may read
		throw error;
	}
}

type WantedBackend = NonNullable<Wanted["backend"]>;

async function findDatabase({ api, path }: At, wanted: WantedBackend): Promise<AccountState["database"]> {
	const Database = z.object({ uuid: z.string(), name: z.string(), jurisdiction: z.nullish(z.string()) });
	const listed = await api.list(Database, { path: `${path}/d1/database?name=${wanted.database}` });
	const found = wanted.databaseId
		? await api.call(Database, { path: `${path}/d1/database/${wanted.databaseId}` })
		: listed.find(({ name }) => name === wanted.database);
	if (!found) return null;
	const select = async (sql: string) => {
		const Result = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));
		const call = { path: `${path}/d1/database/${found.uuid}/query`, method: "POST", body: { sql } } as const;
		return (await api.call(Result, call))[0]?.results ?? [];
	};
	const tables = (await select("SELECT name FROM sqlite_master WHERE type = 'table'")).map(({ name }) => name);
	const migrations = tables.includes("d1_migrations") ? await select("SELECT name FROM d1_migrations") : [];
	const people = "SELECT count(*) AS accounts FROM members_directory";
	const [counted] = tables.includes("members_directory") ? await select(people) : [];
	const least = "SELECT least_reader AS least FROM _stored_form";
	const [form] = tables.includes("_stored_form") ? await select(least) : [];
	return {
		id: found.uuid,
		jurisdiction: found.jurisdiction ?? null,
		migrations: migrations.map(({ name }) => String(name)),
		accounts: Number(counted?.accounts ?? 0),
		leastReader: form === undefined ? null : Number(form.least),
	};
}

type Switch = { current: boolean };

async function findBucket({ api, path }: At, name: string, isOn: Switch): Promise<AccountState["bucket"]> {
	for (const jurisdiction of [null, ...jurisdictions]) {
		const headers: Record<string, string> = jurisdiction === null ? {} : { "cf-r2-jurisdiction": jurisdiction };
		try {
			await api.call(z.object({ name: z.string() }), { path: `${path}/r2/buckets/${name}`, headers });
			return { jurisdiction };
		} catch (error) {
			if (!(error instanceof CloudflareError)) throw error;
			if (error.codes.includes(codes.bucketsOff)) {
				isOn.current = false;
				return null;
			}
			// A jurisdiction that the account may not use has several error codes.
			const isNone = error.codes.includes(codes.noBucket) || (jurisdiction !== null && error.status < 500);
			if (!isNone) throw error;
		}
	}
	return null;
}

async function readQueues({ api, path }: At): Promise<Map<string, string | null>> {
	const Consumer = z.object({
		script: z.nullish(z.string()),
		service: z.nullish(z.string()),
		type: z.nullish(z.string()),
	});
	const Queue = z.object({ queue_name: z.string(), consumers: z.nullish(z.array(Consumer)) });
	const queues = await api.list(Queue, { path: `${path}/queues` });
	const takerOf = ({ script, service, type }: z.output<typeof Consumer>) => script ?? service ?? type ?? "unknown";
	return new Map(
		queues.map(({ queue_name, consumers }) => [queue_name, consumers?.[0] ? takerOf(consumers[0]) : null]),
	);
}

async function readWorker({ api, path }: At, name: string): Promise<DeployedWorker | null> {
	const worker = `${path}/workers/scripts/${name}`;
	const Named = z.object({ name: z.string() });
	const secrets = await orNull(codes.unknownWorker, () => api.call(z.array(Named), { path: `${worker}/secrets` }));
	if (secrets === null) return null;
	const versionId = (await listVersions({ api, path }, name))[0] ?? null;
	const Schedules = z.object({ schedules: z.array(z.object({ cron: z.string() })) });
	const { schedules } = await api.call(Schedules, { path: `${worker}/schedules` });
	return {
		versionId,
		message: versionId === null ? null : await readMessage({ api, path }, { name, versionId }),
		secrets: secrets.map((secret) => secret.name),
		crons: schedules.map(({ cron }) => cron),
	};
}

export async function listVersions({ api, path }: At, name: string): Promise<string[]> {
	const Deployment = z.object({ versions: z.array(z.object({ version_id: z.string() })) });
	const Deployments = z.object({ deployments: z.array(Deployment) });
	const call = { path: `${path}/workers/scripts/${name}/deployments` };
	const { deployments } = await api.call(Deployments, call);
	return deployments.flatMap(({ versions }) => versions[0]?.version_id ?? []);
}

export async function readMessage({ api, path }: At, version: { name: string; versionId: string }) {
	const Version = z.object({ annotations: z.nullish(z.record(z.string(), z.unknown())) });
	const { name, versionId } = version;
	const { annotations } = await api.call(Version, { path: `${path}/workers/scripts/${name}/versions/${versionId}` });
	const message = annotations?.["workers/message"];
	return typeof message === "string" ? message : null;
}
