/** Two installations may share one Cloudflare account: all that is named in it has the name of its environment. */
export const environmentNames = ["production", "staging"] as const;
export type EnvironmentName = (typeof environmentNames)[number];

export function isEnvironmentName(text: string): text is EnvironmentName {
	return environmentNames.some((name) => name === text);
}

/** Production's names are those of wrangler.toml, as it was there before environments were. */
export function nameIn(environment: EnvironmentName, name: string): string {
	return environment === "production" ? name : `${name}-${environment}`;
}

/** Counters of one account are distinguished by number alone, which must be whole. */
export function rateLimitIdIn(environment: EnvironmentName, id: string): string {
	return environment === "production" ? id : `2${id}`;
}

/** A dataset is a table of SQL, whose name needs no quotes this way. */
export function datasetIn(environment: EnvironmentName, dataset: string): string {
	return environment === "production" ? dataset : `${dataset}_${environment}`;
}

/** For `readCommandLine`. Wrangler's own variable is the default, and nothing that is started reads it beside `--env`. */
export function environmentOption() {
	const named = process.env.CLOUDFLARE_ENV;
	delete process.env.CLOUDFLARE_ENV;
	return { type: "string", default: named || "production" } as const;
}
