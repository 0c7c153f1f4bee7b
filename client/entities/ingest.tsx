import { Anchor } from "@mantine/core";

type IngestExample = { origin: string; key: string; channel: string; at: Date };

/** A command that posts one reading, safe to paste into a POSIX shell whatever the channel is called. */
export function ingestExample({ origin, key, channel, at }: IngestExample): string {
	const body = JSON.stringify({ readings: [{ channel, at: at.toISOString(), value: 4.2 }] });
	return [
		`curl ${origin}/api/ingest/v1/readings \\`,
		`  -H 'Authorization: Bearer ${key}' \\`,
		"  -H 'Content-Type: application/json' \\",
		`  -d '${body.replaceAll("'", "'\\''")}'`,
	].join("\n");
}

/** Opens a new tab: a key beside the link is shown only once. */
export function IngestPageLink() {
	return (
		<Anchor href="/api/ingest/v1/" target="_blank" rel="noreferrer" inherit>
			How readings are sent (opens a new tab)
		</Anchor>
	);
}
