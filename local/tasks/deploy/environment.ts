import { unstable_readConfig as readConfig, experimental_readRawConfig as readRawConfig } from "wrangler";
import { type EnvironmentName, environmentNames, nameIn } from "./environment-names.ts";

const topLevel = "";

type Variables = Record<string, unknown>;

export type WorkerSettings = {
	name: string;
	vars: Variables;
	accountId: string | null;
	database: { name: string; id: string | null } | null;
	bucket: string | null;
	queues: string[];
	consumed: string[];
	crons: string[];
};

export type Settings = { console: WorkerSettings; backend: WorkerSettings; problems: string[] };

/**
 * `[vars]` for production, `[env.staging.vars]` for staging. Empty if the file lacks the environment:
 * wrangler itself would use production's.
 */
export function variablesIn(environment: EnvironmentName, config: string): Variables {
	const env = environment === "production" ? topLevel : environment;
	const isDefined = env === topLevel || env in environmentsOf(config);
	return isDefined ? readConfig({ config, env }, { hideWarnings: true }).vars : {};
}

type Written = Record<string, unknown> & { env?: Record<string, Variables> };

/** Throws a sentence for invalid TOML: wrangler's own error contains the whole file. */
function writtenIn(config: string): Written {
	try {
		return { ...readRawConfig({ config }).rawConfig };
	} catch (error) {
		const { location, text } = Object(error); // a ParseError has both
		if (!location) throw error;
		const { line, lineText } = location;
		throw new Error(`${config}, line ${line}: ${text}: ${lineText}. A text stands in quotes.`);
	}
}

const environmentsOf = (config: string) => ({ ...writtenIn(config).env });

function findMisplaced(written: Variables, table = ""): string[] {
	return Object.entries(written).flatMap(([key, value]) => {
		const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
		if (isTable && key !== "vars") return findMisplaced({ ...value }, table ? `${table}.${key}` : key);
		return /^[A-Z][A-Z0-9_]+$/.test(key)
			? [`${key} stands in ${table ? `[${table}]` : "no table"}, where nothing reads it`]
			: [];
	});
}

/** Keys of a wrangler.toml that another environment may share with production. */
export const sharedKeys = new Set([
	...["name", "main", "compatibility_date", "compatibility_flags", "account_id", "rules", "limits", "assets"],
	...["workers_dev", "preview_urls", "observability", "version_metadata", "triggers", "send_email"],
	...["vars", "services", "ratelimits", "queues", "r2_buckets", "d1_databases", "durable_objects", "migrations"],
	...["analytics_engine_datasets", "env"],
]);

function environmentProblems(
	environment: EnvironmentName,
	{ file, written }: { file: string; written: Written },
): string[] {
	const defined = { ...written.env };
	const tables = ["[vars]", ...otherEnvironments.map((other) => `[env.${other}.vars]`)].join(" or ");
	const problems = [
		...findMisplaced(written).map((text) => `${text}: settings belong under ${tables}`),
		...Object.keys(defined)
			.filter((name) => !isOther(name))
			.map((name) => `[env.${name}] is read by nothing: settings belong under ${tables}`),
	];
	if (environment !== "production") {
		const own = defined[environment];
		const isShared = (key: string) => sharedKeys.has(key);
		problems.push(
			...(own?.vars ? [] : [`[env.${environment}.vars] is missing: ${environment} takes no setting of production`]),
			...Object.keys(own ?? {})
				.filter((key) => key !== "vars")
				.map((key) => `${key} of [env.${environment}] is not read: this command takes [env.${environment}.vars] alone`),
			...Object.keys(written)
				.filter((key) => !isShared(key) && !/^[A-Z]/.test(key))
				.map(
					(key) =>
						`${key} is production's, and ${environment} would take it too: this command has no name of its own for it`,
				),
		);
	}
	return problems.map((text) => `${file}: ${text}`);
}

const otherEnvironments = environmentNames.filter((name) => name !== "production");
const isOther = (name: string) => otherEnvironments.some((other) => other === name);

type Queues = { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };

export function readSettings(root: string, environment: EnvironmentName): Settings {
	const files = ["wrangler.toml", "backend/wrangler.toml"].map((file) => ({
		file,
		written: writtenIn(`${root}${file}`),
	}));
	const read = (config: string): WorkerSettings => {
		const { name, account_id, d1_databases, r2_buckets, triggers, ...rest } = readConfig({ config, env: topLevel });
		const queues: Queues = rest.queues;
		const [database] = d1_databases;
		const producers = queues.producers?.map(({ queue }) => queue) ?? [];
		const consumers = queues.consumers ?? [];
		const dead = consumers.flatMap(({ dead_letter_queue: queue }) => (queue ? [queue] : []));
		const consumed = consumers.map(({ queue }) => nameIn(environment, queue)).sort();
		const others = [...producers, ...dead].map((queue) => nameIn(environment, queue));
		const bucket = r2_buckets[0]?.bucket_name;
		return {
			name: nameIn(environment, name ?? ""),
			vars: variablesIn(environment, config),
			accountId: account_id ?? null,
			database: database
				? {
						name: nameIn(environment, database.database_name ?? database.binding),
						id: environment === "production" ? (database.database_id ?? null) : null,
					}
				: null,
			bucket: bucket ? nameIn(environment, bucket) : null,
			queues: [...new Set([...consumed, ...others])].sort(),
			consumed,
			crons: triggers.crons ?? [],
		};
	};
	const console = read(`${root}wrangler.toml`);
	const used = console.vars.UPSTREAM_URL ? files.slice(0, 1) : files;
	const problems = used.flatMap((file) => environmentProblems(environment, file));
	return { console, backend: read(`${root}backend/wrangler.toml`), problems };
}
