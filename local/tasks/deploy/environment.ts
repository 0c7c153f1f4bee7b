import { unstable_readConfig as readConfig } from "wrangler";
import { type EnvironmentName, nameIn } from "./environment-names.ts";

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

export type Settings = { console: WorkerSettings; backend: WorkerSettings };

/** `[vars]` for production, `[env.staging.vars]` for staging, as wrangler has it: they are not inherited. */
export function variablesIn(environment: EnvironmentName, config: string): Variables {
	const env = environment === "production" ? undefined : environment;
	return readConfig({ config, ...(env && { env }) }, { hideWarnings: true }).vars;
}

/** As wrangler answers them; its own type leaves them open. */
type Queues = { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };

export function readSettings(root: string, environment: EnvironmentName): Settings {
	const read = (config: string): WorkerSettings => {
		const { name, account_id, d1_databases, r2_buckets, triggers, ...rest } = readConfig({ config });
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
	return { console: read(`${root}wrangler.toml`), backend: read(`${root}backend/wrangler.toml`) };
}
