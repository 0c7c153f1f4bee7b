import { datasetIn, type EnvironmentName, nameIn, rateLimitIdIn } from "./environment-names.ts";
import type { Wanted } from "./wanted.ts";

type Named = Record<string, unknown>;

export type BuiltConfig = Named & {
	name: string;
	vars: Named;
	services?: (Named & { service: string })[];
	ratelimits?: (Named & { namespace_id: string })[];
	queues?: {
		producers?: (Named & { queue: string })[];
		consumers?: (Named & { queue: string; dead_letter_queue?: string })[];
	};
	r2_buckets?: (Named & { bucket_name?: string })[];
	d1_databases?: Named[];
	analytics_engine_datasets?: (Named & { dataset?: string })[];
	triggers?: { crons?: string[] };
};

type Target = {
	wanted: Wanted;
	accountId: string | null;
	database: { id: string | null; jurisdiction: string | null } | null;
};

/** Adds the names and ids of environment and account to a build, which is the same for all. */
export function uploadConfig(built: BuiltConfig, { wanted, accountId, database }: Target): BuiltConfig {
	const { environment, hostname } = wanted;
	const named = (name: string) => nameIn(environment, name);
	const jurisdiction = database?.jurisdiction ?? null;
	const isConsole = named(built.name) === wanted.console.name;
	const services = built.services?.map((service) => ({ ...service, service: named(service.service) }));
	return {
		...built,
		name: named(built.name),
		// A binding must not name a Worker that is not deployed.
		services: wanted.backend ? services : [],
		ratelimits: built.ratelimits?.map((limit) => ({
			...limit,
			namespace_id: rateLimitIdIn(environment, limit.namespace_id),
		})),
		queues: queuesIn(environment, built.queues),
		r2_buckets: built.r2_buckets?.map((bucket) => ({
			...bucket,
			bucket_name: named(bucket.bucket_name ?? ""),
			...(jurisdiction && { jurisdiction }),
		})),
		d1_databases: built.d1_databases?.map((binding) => ({
			...binding,
			database_name: wanted.backend?.database,
			...(database?.id && { database_id: database.id }),
		})),
		analytics_engine_datasets: built.analytics_engine_datasets?.map((binding) => ({
			...binding,
			dataset: datasetIn(environment, binding.dataset ?? ""),
		})),
		vars: { ...built.vars, ...(!isConsole && { JURISDICTION: jurisdiction ?? "" }) },
		...(!isConsole && { assets: { directory: "../fonts", binding: "FONTS", run_worker_first: true } }),
		// A separate step sets the hostname: wrangler would remove all others and overwrite its DNS.
		...(isConsole && hostname !== null && { workers_dev: false }),
		...(accountId && { account_id: accountId }),
	};
}

function queuesIn(environment: EnvironmentName, queues: BuiltConfig["queues"]): BuiltConfig["queues"] {
	const named = (name: string) => nameIn(environment, name);
	return {
		producers: queues?.producers?.map((producer) => ({ ...producer, queue: named(producer.queue) })),
		consumers: queues?.consumers?.map(({ dead_letter_queue: dead, ...consumer }) => ({
			...consumer,
			queue: named(consumer.queue),
			...(dead && { dead_letter_queue: named(dead) }),
		})),
	};
}
