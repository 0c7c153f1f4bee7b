import { Anchor } from "@mantine/core";

/** Leads to every field, answer and limit of the doors. In a tab of its own: a key beside it is shown only once. */
export function IngestPageLink() {
	return (
		<Anchor href="/api/ingest/v1/" target="_blank" rel="noreferrer" inherit>
			How readings are sent (opens a new tab)
		</Anchor>
	);
}
