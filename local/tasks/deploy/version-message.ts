export type VersionFacts = {
	version: number;
	leastReader: number;
	digest: string;
	run: string;
};

export function versionMessage({ version, leastReader, digest, run }: VersionFacts): string {
	return `form ${version}, readers from ${leastReader}, ${digest}, ${run}`;
}

const pattern = /^form (\d+), readers from (\d+), ([0-9a-f]{32}), (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

export function parseVersionMessage(message: string | null): VersionFacts | null {
	const [, version, leastReader, digest, run] = pattern.exec(message ?? "") ?? [];
	if (digest === undefined || run === undefined) return null;
	return { version: Number(version), leastReader: Number(leastReader), digest, run };
}
