/** Facts in a Worker version's message at Cloudflare. */
export type VersionFacts = {
	/** The stored form that it writes, and the oldest that may read it. */
	version: number;
	leastReader: number;
	/** Equal for the same code and settings. */
	digest: string;
	/** Start of the deployment, ISO 8601; common to its uploads. */
	run: string;
};

export function versionMessage({ version, leastReader, digest, run }: VersionFacts): string {
	return `form ${version}, readers from ${leastReader}, ${digest}, ${run}`;
}

const pattern = /^form (\d+), readers from (\d+), ([0-9a-f]{32}), (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** Null: uploaded manually, or by a release without facts. */
export function parseVersionMessage(message: string | null): VersionFacts | null {
	const [, version, leastReader, digest, run] = pattern.exec(message ?? "") ?? [];
	if (digest === undefined || run === undefined) return null;
	return { version: Number(version), leastReader: Number(leastReader), digest, run };
}
