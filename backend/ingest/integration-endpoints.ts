import type { IntegrationEndpointName } from "../../shared/ingest/integration-message";
import { parseSentJson } from "../../shared/ingest/sent-json";
import { readChirpStack } from "./chirpstack";
import { readReadingsFile } from "./readings-file";
import { type CurrentRecipe, readJson } from "./recipe/read-json";
import { type Rejection, rejections } from "./rejections";
import type { SentReadings } from "./sent-readings";
import { readTheThingsStack } from "./the-things-stack";

/** `event` is a URL parameter; `receivedAt` is epoch ms. `current`: how JSON of any shape is read. */
type Sent = { text: string; event: string | null; receivedAt: number; current: CurrentRecipe | null };

export type IntegrationEndpoint = {
	mediaType: "json" | "any" | "csv";
	metered: "key" | "device";
	shape: Rejection;
	/** Throws a SyntaxError for unreadable text. */
	read: (submitted: Sent) => SentReadings | Rejection;
};

export const integrationEndpoints: Record<IntegrationEndpointName, IntegrationEndpoint> = {
	"the-things-stack": {
		mediaType: "json",
		metered: "device",
		shape: rejections.messageShape,
		read: ({ text, receivedAt }) => readTheThingsStack(parseSentJson(text), receivedAt),
	},
	chirpstack: {
		mediaType: "json",
		metered: "device",
		shape: rejections.messageShape,
		read: ({ text, ...sent }) => readChirpStack(parseSentJson(text), sent),
	},
	json: {
		mediaType: "any",
		metered: "device",
		shape: rejections.tooManyReadings,
		read: ({ text, current, receivedAt }) => readJson(parseSentJson(text), current, receivedAt),
	},
	csv: {
		mediaType: "csv",
		metered: "key",
		shape: rejections.fileShape,
		read: ({ text }) => readReadingsFile(text) ?? rejections.fileShape,
	},
};
