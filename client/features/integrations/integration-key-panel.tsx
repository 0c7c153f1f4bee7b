import type { NewIntegrationKey } from "../../../shared/integration-key";
import { IngestPageLink } from "../../entities/ingest";
import { NewKey } from "../../ui/form/new-key";
import { Snippet } from "../../ui/form/snippet";
import { csvExample, ingestAddresses } from "./integration-examples";

type IntegrationKeyPanelProps = { created: NewIntegrationKey; onDone: () => void };

/** The key of a network server, and where it is entered. */
export function IntegrationKeyPanel({ created, onDone }: IntegrationKeyPanelProps) {
	const { origin } = window.location;
	const { theThingsStack, chirpStack } = ingestAddresses(origin);
	return (
		<NewKey
			lead={
				<>
					<b>{created.integration.name}</b> sends with this key.
				</>
			}
			help={
				<>
					Readings find their device by its serial number, which for LoRaWAN is the DevEUI. Dashes and letter case do
					not matter. <IngestPageLink />
				</>
			}
			onDone={onDone}
		>
			<Snippet title="Integration key" text={created.key} />
			<Snippet title="Value of the header Authorization" text={`Bearer ${created.key}`} />
			<Snippet title="The Things Stack: address of a custom webhook" text={theThingsStack} />
			<Snippet title="ChirpStack: address of an HTTP integration" text={chirpStack} />
			<Snippet title="Try it: post a CSV file" text={csvExample({ origin, key: created.key, at: new Date() })} />
		</NewKey>
	);
}
