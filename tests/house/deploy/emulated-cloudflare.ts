import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const accountId = "0123456789abcdef0123456789abcdef";

export type Worker = {
	deployments: string[];
	versions: Map<string, { message: string | null; bindings: Record<string, unknown>[] }>;
	secrets: Set<string>;
	crons: string[];
	/** The last applied migration of the object's classes; null without one. */
	migrationTag: string | null;
	classes: Set<string>;
	pages: Map<string, string>;
};

type Database = { uuid: string; name: string; jurisdiction: string | null; place: string | null; migrations: string[] };
type Bucket = { name: string; jurisdiction: string | null; place: string | null };
type Queue = { id: string; name: string; consumers: Consumer[] };
type Consumer = { script?: string; type?: string; settings?: unknown };

/** An account at Cloudflare, with everything that a deployment reads and changes. */
export function createAccount() {
	return {
		workersDev: "northwind" as string | null,
		isPaid: true,
		isBucketServiceOn: true,
		zones: ["example.com"],
		mailZones: [] as string[],
		databases: [] as Database[],
		buckets: [] as Bucket[],
		queues: [] as Queue[],
		workers: new Map<string, Worker>(),
		domains: new Map<string, string>(),
		accounts: 0,
		leastReader: 3,
	};
}

export type Account = ReturnType<typeof createAccount>;

export class Failure extends Error {
	readonly status: number;
	readonly code: number;
	constructor(status: number, code: number, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

let numbers = 0;
function newId(): string {
	numbers += 1;
	return `00000000-0000-4000-8000-${numbers.toString(16).padStart(12, "0")}`;
}

export type ClassMigrations = { old_tag?: string; new_tag: string; steps: { new_sqlite_classes?: string[] }[] };

export type Upload = {
	name: string;
	message: string | null;
	bindings: Record<string, unknown>[];
	secrets: string[];
	/** Keeps secrets that the upload does not name. */
	keepsSecrets?: boolean;
	migrations?: ClassMigrations;
	/** False: a version that is not deployed yet. */
	isDeployed?: boolean;
};

/** Deploys an uploaded version with its bindings. Rejects bindings to missing things, as Cloudflare does. */
export function uploadTo(account: Account, upload: Upload): string {
	const { name, message, bindings, secrets, keepsSecrets = true, migrations, isDeployed = true } = upload;
	for (const { type, ...binding } of bindings) {
		const isThere =
			(type !== "d1" || account.databases.some(({ uuid }) => uuid === (binding.id ?? binding.database_id))) &&
			(type !== "r2_bucket" ||
				account.buckets.some((bucket) => {
					return bucket.name === binding.bucket_name && bucket.jurisdiction === (binding.jurisdiction ?? null);
				})) &&
			(type !== "queue" || account.queues.some((queue) => queue.name === binding.queue_name)) &&
			(type !== "service" || account.workers.has(String(binding.service)));
		if (!isThere)
			throw new Failure(400, 10143, `${String(type)} binding ${String(binding.name)} names what is not there`);
	}
	const worker: Worker = account.workers.get(name) ?? {
		deployments: [] as string[],
		versions: new Map(),
		crons: [] as string[],
		secrets: new Set<string>(),
		migrationTag: null,
		classes: new Set<string>(),
		pages: new Map(),
	};
	if (migrations) migrateClasses(worker, migrations);
	const versionId = newId();
	worker.versions.set(versionId, { message, bindings });
	if (isDeployed) worker.deployments.unshift(versionId);
	if (!keepsSecrets) worker.secrets.clear();
	for (const secret of secrets) worker.secrets.add(secret);
	account.workers.set(name, worker);
	return versionId;
}

/** Migrates from the Worker's tag, each class once, as Cloudflare does. */
function migrateClasses(worker: Worker, { old_tag, new_tag, steps }: ClassMigrations) {
	if ((old_tag ?? null) !== worker.migrationTag)
		throw new Failure(412, 10079, `Migration tag precondition failed; current tag is ${worker.migrationTag}`);
	for (const className of steps.flatMap((step) => step.new_sqlite_classes ?? [])) {
		if (worker.classes.has(className)) throw new Failure(400, 10074, `Class ${className} is there already`);
		worker.classes.add(className);
	}
	worker.migrationTag = new_tag;
}

type Wanted = {
	method: string;
	path: string;
	query: URLSearchParams;
	body: string;
	headers: IncomingMessage["headers"];
};
type Reply = { result: unknown; total?: number };
export type Route = [
	method: string,
	path: RegExp,
	answer: (account: Account, requested: Wanted, match: string[]) => Reply,
];

const json = (text: string): Record<string, unknown> => JSON.parse(text || "{}");

function found<Item>(item: Item | undefined, { code, message }: { code: number; message: string }): Item {
	if (item === undefined) throw new Failure(404, code, message);
	return item;
}

const workerOrThrow = (account: Account, name: string) =>
	found(account.workers.get(name), { code: 10007, message: "This Worker does not exist on your account." });

/** The consumer of a Worker has more settings than that of a program, which pulls. */
function consumerIn(queue: Queue | undefined, { script, ...consumer }: Consumer) {
	const ofWorker = { type: "worker", script, service: script, environment: "production" };
	return { ...(script && ofWorker), consumer_id: `consumer-${queue?.id}`, ...consumer };
}

const listOf = (items: unknown[]): Reply => ({ result: items, total: items.length });

const routes: Route[] = [
	["GET", /^\/accounts$/, () => listOf([{ id: accountId, name: "Northwind" }])],
	[
		"GET",
		/^\/accounts\/\w+\/subscriptions$/,
		({ isPaid }) => listOf(isPaid ? [{ rate_plan: { id: "workers_paid" } }] : []),
	],
	[
		"GET",
		/^\/zones$/,
		({ zones }, { query }) =>
			listOf(
				zones.filter((name) => [null, name].includes(query.get("name"))).map((name) => ({ id: `zone-${name}`, name })),
			),
	],
	["GET", /\/email\/sending\/zones$/, ({ mailZones }) => listOf(mailZones.map((name) => ({ name })))],
	[
		"GET",
		/\/workers\/subdomain$/,
		({ workersDev }) => ({
			result: { subdomain: found(workersDev ?? undefined, { code: 10007, message: "no subdomain" }) },
		}),
	],
	[
		"GET",
		/\/workers\/domains$/,
		({ domains }) => listOf([...domains].map(([hostname, service]) => ({ hostname, service }))),
	],
	[
		"PUT",
		/\/workers\/domains$/,
		(account, { body }) => {
			const { hostname, service, zone_id } = json(body);
			workerOrThrow(account, String(service));
			if (!account.zones.some((name) => `zone-${name}` === zone_id)) throw new Failure(400, 100114, "no zone");
			account.domains.set(String(hostname), String(service));
			return { result: {} };
		},
	],
	[
		"GET",
		/\/d1\/database$/,
		({ databases }, { query }) =>
			listOf(
				databases
					.filter(({ name }) => name.includes(query.get("name") ?? ""))
					.map(({ uuid, name, jurisdiction }) => ({ uuid, name, jurisdiction, version: "production" })),
			),
	],
	[
		"POST",
		/\/d1\/database$/,
		({ databases }, { body }) => {
			const { name, jurisdiction = null, primary_location_hint: place = null } = json(body);
			const database = { uuid: newId(), name: String(name), jurisdiction, place, migrations: [] } as Database;
			databases.push(database);
			return { result: database };
		},
	],
	[
		"GET",
		/\/d1\/database\/([^/]+)$/,
		({ databases }, _, [key]) => ({
			result: found(
				databases.find(({ uuid, name }) => [uuid, name].includes(key ?? "")),
				{ code: 7404, message: "no database" },
			),
		}),
	],
	[
		"POST",
		/\/d1\/database\/([^/]+)\/query$/,
		(account, { body }, [id]) => queryDatabase(account, id ?? "", json(body)),
	],
	[
		"GET",
		/\/r2\/buckets\/([^/]+)$/,
		(account, { headers }, [name]) => {
			if (!account.isBucketServiceOn)
				throw new Failure(403, 10042, "Please enable R2 through the Cloudflare Dashboard.");
			const jurisdiction = headers["cf-r2-jurisdiction"] ?? null;
			const bucket = account.buckets.find((bucket) => bucket.name === name && bucket.jurisdiction === jurisdiction);
			return { result: found(bucket, { code: 10006, message: "The specified bucket does not exist." }) };
		},
	],
	[
		"POST",
		/\/r2\/buckets$/,
		({ buckets }, { body, headers }) => {
			const { name, locationHint: place = null } = json(body);
			const jurisdiction = headers["cf-r2-jurisdiction"] ?? null;
			buckets.push({ name, jurisdiction, place } as Bucket);
			return { result: { name } };
		},
	],
	[
		"GET",
		/\/queues$/,
		({ queues }, { query }) =>
			listOf(
				queues
					.filter(({ name }) => !query.has("name") || query.getAll("name").includes(name))
					.map((queue) => ({
						queue_id: queue.id,
						queue_name: queue.name,
						producers: [],
						consumers: queue.consumers.map((consumer) => consumerIn(queue, consumer)),
					})),
			),
	],
	[
		"POST",
		/\/queues$/,
		({ queues }, { body }) => {
			const name = String(json(body).queue_name);
			queues.push({ id: newId(), name, consumers: [] });
			return { result: { queue_name: name } };
		},
	],
	[
		"POST",
		/\/queues\/([^/]+)\/consumers$/,
		({ queues }, { body }, [id]) => {
			const queue = found(
				queues.find((queue) => queue.id === id),
				{ code: 11000, message: "no queue" },
			);
			if (queue.consumers.length > 0) throw new Failure(400, 11004, "Queue already has a consumer");
			const { script_name: script, settings } = json(body);
			queue.consumers.push({ script: String(script), settings });
			return { result: {} };
		},
	],
	[
		"PUT",
		/\/queues\/([^/]+)\/consumers\/[^/]+$/,
		({ queues }, { body }, [id]) => {
			const [consumer] = queues.find((queue) => queue.id === id)?.consumers ?? [];
			found(consumer, { code: 11000, message: "no consumer" }).settings = json(body).settings;
			return { result: {} };
		},
	],
	[
		"GET",
		/\/queues\/([^/]+)\/consumers$/,
		({ queues }, _, [id]) => {
			const queue = queues.find((queue) => queue.id === id);
			return listOf((queue?.consumers ?? []).map((consumer) => consumerIn(queue, consumer)));
		},
	],
	[
		"GET",
		/\/workers\/scripts\/([^/]+)\/secrets$/,
		(account, _, [name]) => ({
			result: [...workerOrThrow(account, name ?? "").secrets].map((secret) => ({ name: secret, type: "secret_text" })),
		}),
	],
	[
		"GET",
		/\/workers\/scripts\/([^/]+)\/schedules$/,
		(account, _, [name]) => ({
			result: { schedules: workerOrThrow(account, name ?? "").crons.map((cron) => ({ cron })) },
		}),
	],
	[
		"PUT",
		/\/workers\/scripts\/([^/]+)\/schedules$/,
		(account, { body }, [name]) => {
			const crons: { cron: string }[] = JSON.parse(body);
			workerOrThrow(account, name ?? "").crons = crons.map(({ cron }) => cron);
			return { result: {} };
		},
	],
	[
		"GET",
		/\/workers\/scripts\/([^/]+)\/deployments$/,
		(account, _, [name]) => ({
			result: {
				deployments: workerOrThrow(account, name ?? "").deployments.map((version_id) => ({
					id: version_id,
					source: "wrangler",
					author_email: "",
					created_on: "2026-11-26T12:00:00Z",
					strategy: "percentage",
					versions: [{ version_id, percentage: 100 }],
				})),
			},
		}),
	],
	[
		"POST",
		/\/workers\/scripts\/([^/]+)\/deployments$/,
		(account, { body }, [name]) => {
			const { versions }: { versions: { version_id: string }[] } = JSON.parse(body);
			const { deployments, versions: known } = workerOrThrow(account, name ?? "");
			for (const { version_id } of versions) {
				deployments.unshift(
					found(version_id !== undefined && known.has(version_id) ? version_id : undefined, noVersion),
				);
			}
			return { result: { id: newId() } };
		},
	],
	[
		"GET",
		/\/workers\/scripts\/([^/]+)\/versions\/([^/]+)$/,
		(account, _, [name, id]) => {
			const version = workerOrThrow(account, name ?? "").versions.get(id ?? "");
			const annotations = version?.message ? { "workers/message": version.message } : {};
			return { result: { id, annotations, metadata: {}, resources: { bindings: version?.bindings ?? [] } } };
		},
	],
];

const noVersion = { code: 10212, message: "no such version" };

/** Responds to the deployment's SQL: the tables, the migrations and the number of accounts. */
function queryDatabase(account: Account, id: string, { sql }: Record<string, unknown>): Reply {
	const database = found(
		account.databases.find(({ uuid }) => uuid === id),
		{ code: 7404, message: "no database" },
	);
	const inserted = [...String(sql).matchAll(/INSERT INTO "?d1_migrations"? \(name\)\s*values \('([^']+)'\)/gi)];
	const names = inserted.map(([, name]) => name ?? "");
	const twice = names.find((name) => database.migrations.includes(name));
	if (twice) throw new Failure(400, 7500, `UNIQUE constraint failed: d1_migrations.name: ${twice}`);
	database.migrations.push(...names);
	const rowsOf = (text: string): Record<string, unknown>[] => {
		if (/FROM sqlite_master/i.test(text)) {
			const tables = database.migrations.length > 0 ? ["d1_migrations", "members_directory", "_stored_form"] : [];
			return tables.map((name) => ({ name }));
		}
		if (/count\(\*\)/i.test(text)) return [{ accounts: account.accounts }];
		if (/_stored_form/.test(text) && /^\s*SELECT/i.test(text)) return [{ least: account.leastReader }];
		if (/^\s*SELECT[^;]*FROM\s+"?d1_migrations/i.test(text)) {
			return database.migrations.map((name, index) => ({ id: index + 1, name, applied_at: "2026-11-26 12:00:00" }));
		}
		return [];
	};
	const statements = String(sql)
		.split(";")
		.filter((statement) => statement.trim() !== "");
	return { result: statements.map((text) => ({ results: rowsOf(text), success: true, meta: { duration: 1 } })) };
}

export type Emulated = {
	base: string;
	account: Account;
	asked: string[];
	failing: { pattern: RegExp; status: number; code?: number; isOnce: boolean }[];
	extra: Route[];
	close(): Promise<void>;
};

export async function startCloudflare(extra: Route[] = []): Promise<Emulated> {
	const emulated: Omit<Emulated, "base" | "close"> = { account: createAccount(), asked: [], failing: [], extra };
	const server = createServer((request, response) => void respond(request, response));
	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://127.0.0.1");
		const method = request.method ?? "GET";
		emulated.asked.push(`${method} ${path}`);
		const send = (status: number, body: object) => {
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
		};
		try {
			const failing = emulated.failing.find(({ pattern }) => pattern.test(`${method} ${path}`));
			if (failing) {
				if (failing.isOnce) emulated.failing.splice(emulated.failing.indexOf(failing), 1);
				throw new Failure(failing.status, failing.code ?? (failing.status < 500 ? 10000 : 10013), "It fails here");
			}
			const requested = {
				method,
				path,
				query,
				body: Buffer.concat(parts).toString("latin1"),
				headers: request.headers,
			};
			for (const [of, pattern, give] of [...emulated.extra, ...routes]) {
				const match = of === method ? pattern.exec(path) : null;
				if (!match) continue;
				const { result, total } = give(emulated.account, requested, match.slice(1));
				const shown = Number(query.get("page") ?? 1) > 1 ? [] : result;
				const info = total === undefined ? {} : { result_info: { total_count: total, page: 1, per_page: 100 } };
				return send(200, { success: true, errors: [], messages: [], result: shown, ...info });
			}
			throw new Failure(404, 7003, `Not emulated: ${method} ${path}`);
		} catch (error) {
			const { status, code } = error instanceof Failure ? error : { status: 500, code: 10013 };
			send(status, { success: false, errors: [{ code, message: String(error) }], messages: [], result: null });
		}
	}
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address() as AddressInfo; // a listening TCP server has one
	return Object.assign(emulated, {
		base: `http://127.0.0.1:${address.port}`,
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	});
}
