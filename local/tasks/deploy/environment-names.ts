/** Environments may share a Cloudflare account, so all names in it contain the environment. */
export const environmentNames = ["production", "staging"] as const;
export type EnvironmentName = (typeof environmentNames)[number];

export function isEnvironmentName(text: string): text is EnvironmentName {
	return environmentNames.some((name) => name === text);
}

export function nameIn(environment: EnvironmentName, name: string): string {
	return environment === "production" ? name : `${name}-${environment}`;
}

/** Rate limits of one account differ only by number, which must be whole. */
export function rateLimitIdIn(environment: EnvironmentName, id: string): string {
	return environment === "production" ? id : `2${id}`;
}

export function datasetIn(environment: EnvironmentName, dataset: string): string {
	return environment === "production" ? dataset : `${dataset}_${environment}`;
}

/** An option of `readCommandLine`. Removes wrangler's variable, so that started commands use only `--env`. */
export function environmentOption() {
	const named = process.env.CLOUDFLARE_ENV;
	delete process.env.CLOUDFLARE_ENV;
	return { type: "string", default: named || "production" } as const;
}
