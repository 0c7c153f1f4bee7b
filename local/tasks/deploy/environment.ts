import { unstable_readConfig as readConfig, experimental_readRawConfig as readRawConfig } from "wrangler";
import { type EnvironmentName, environmentNames, nameIn } from "./environment-names.ts";

/** Of a wrangler.toml, whatever CLOUDFLARE_ENV says. */
const topLevel = "";

type Variables = Record<string, unknown>;

/** What of a wrangler.toml this command reads. */
export type WorkerSettings = {
	name: string;
	vars: Variables;
	accountId: string | null;
	database: { name: string; id: string | null } | null;
	bucket: string | null;
	/** All it sends to or takes from. */
	queues: string[];
	consumed: string[];
	crons: string[];
};

/** `problems`: what the two files leave open or say in vain about this environment. */
export type Settings = { console: WorkerSettings; backend: WorkerSettings; problems: string[] };

/**
 * `[vars]` for production, `[env.staging.vars]` for staging. Never production's for another environment: wrangler itself
 * takes those where a file does not have the environment.
 */
export function variablesIn(environment: EnvironmentName, config: string): Variables {
	const env = environment === "production" ? topLevel : environment;
	const isDefined = env === topLevel || env in environmentsOf(config);
	return isDefined ? readConfig({ config, env }, { hideWarnings: true }).vars : {};
}

type Written = Record<string, unknown> & { env?: Record<string, Variables> };

/** As the file has it. Throws with a sentence where it is no TOML: wrangler's own error holds the whole file. */
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

/** Of each environment what is written of it, by name. */
const environmentsOf = (config: string) => ({ ...writtenIn(config).env });

/** Settings that stand outside a table of settings, as one does that was added at the end of the file. */
function findMisplaced(written: Variables, table = ""): string[] {
	return Object.entries(written).flatMap(([key, value]) => {
		const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
		if (isTable && key !== "vars") return findMisplaced({ ...value }, table ? `${table}.${key}` : key);
		return /^[A-Z][A-Z0-9_]+$/.test(key)
			? [`${key} stands in ${table ? `[${table}]` : "no table"}, where nothing reads it`]
			: [];
	});
}

/**
 * Keys of a wrangler.toml that another environment may take from production: `uploadConfig` gives what they name in the
 * account names of the environment, or they name nothing there.
 */
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

/** As wrangler answers them; its own type leaves them open. */
type Queues = { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };

/** Throws with a sentence for people where a file is no TOML. */
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
	// A backend of the operator's own has no use for the file of this one.
	const used = console.vars.UPSTREAM_URL ? files.slice(0, 1) : files;
	const problems = used.flatMap((file) => environmentProblems(environment, file));
	return { console, backend: read(`${root}backend/wrangler.toml`), problems };
}
