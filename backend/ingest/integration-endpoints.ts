import type { IntegrationEndpointName } from "../../shared/ingest/integration-message";
import { parseSentJson } from "../base/sent-json";
import { readChirpStack } from "./chirpstack";
import { readReadingsFile } from "./readings-file";
import { type Refusal, refusals } from "./refusals";
import type { SentReadings } from "./sent-readings";
import { readTheThingsStack } from "./the-things-stack";

/** `event`: as in the address; `receivedAt` is epoch ms. */
type Sent = { text: string; event: string | null; receivedAt: number };

type IntegrationEndpoint = {
	mediaType: "json" | "csv";
	metered: "key" | "device";
	shape: Refusal;
	/** Throws a SyntaxError for unreadable text. */
	read: (submitted: Sent) => SentReadings | Refusal;
};

export const integrationEndpoints: Record<IntegrationEndpointName, IntegrationEndpoint> = {
	"the-things-stack": {
		mediaType: "json",
		metered: "device",
		shape: refusals.messageShape,
		read: ({ text, receivedAt }) => readTheThingsStack(parseSentJson(text), receivedAt),
	},
	chirpstack: {
		mediaType: "json",
		metered: "device",
		shape: refusals.messageShape,
		read: ({ text, ...sent }) => readChirpStack(parseSentJson(text), sent),
	},
	csv: {
		mediaType: "csv",
		metered: "key",
		shape: refusals.fileShape,
		read: ({ text }) => readReadingsFile(text) ?? refusals.fileShape,
	},
};
