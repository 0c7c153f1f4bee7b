/** What a version of a Worker says of itself, in the message that Cloudflare keeps with it. */
export type VersionFacts = {
	/** The stored form that it writes, and the oldest that may read it. */
	version: number;
	leastReader: number;
	/** Of all that was uploaded: the same code and settings have the same. */
	digest: string;
	/** When the deployment began that uploaded it, ISO 8601: what one run uploaded belongs together. */
	run: string;
};

export function versionMessage({ version, leastReader, digest, run }: VersionFacts): string {
	return `form ${version}, readers from ${leastReader}, ${digest}, ${run}`;
}

const pattern = /^form (\d+), readers from (\d+), ([0-9a-f]{32}), (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** Null: uploaded manually, or by a release that said nothing. */
export function parseVersionMessage(message: string | null): VersionFacts | null {
	const [, version, leastReader, digest, run] = pattern.exec(message ?? "") ?? [];
	if (digest === undefined || run === undefined) return null;
	return { version: Number(version), leastReader: Number(leastReader), digest, run };
}
