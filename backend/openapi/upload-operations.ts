import { limits, serverLimits } from "../../shared/base/limits";
import { countDigits } from "../../shared/formats/display-formats";
import { type EndpointName, endpointRules } from "../ingest/ingest-endpoint";
import type { OpenApiDocument, Parameter, UploadOperation } from "./document-types";
import { endpointDescriptions } from "./endpoint-descriptions";
import { endpointResults, responsesElsewhere } from "./endpoint-responses";
import { schemaRef, uploadSchemas } from "./upload-schemas";

export const uploadRoot = "/api/ingest/v1";

export const uploadTag = "Uploads";

const description = [
	"Every endpoint takes a `POST` over HTTPS with a key of a device or an integration, and returns the same form.",
	"Post again when in doubt: a reading is known by device, channel and time. The same value again is counted as a " +
		"duplicate and not stored, another value replaces the first. Late and out of order is fine.",
	"A response other than 200 stores nothing at all. Keep the readings and send them again: at once after 5xx or a broken " +
		"connection, after `Retry-After` seconds after 429.",
].join("\n\n");

const gzip: Required<Parameter> = {
	name: "Content-Encoding",
	in: "header",
	description: "Compress large bodies with `gzip`. The limit is of the body once inflated.",
	required: false,
	schema: { type: "string", enum: ["identity", "gzip"], default: "identity" },
	example: "identity",
};

export function uploadOperations() {
	const endpoints = Object.keys(endpointDescriptions) as EndpointName[]; // the keys of a record of them
	const paths: { [path: string]: { post: UploadOperation } } = Object.fromEntries(
		endpoints.map((name) => [`${uploadRoot}/${name}`, { post: operation(name) }]),
	);
	const tags = [{ name: uploadTag, description }];
	return { tags, paths, schemas: uploadSchemas(), securitySchemes, responses: responsesElsewhere() };
}

function operation(name: EndpointName): UploadOperation {
	const { summary, description: words, body, parameters, exchanges } = endpointDescriptions[name];
	const { key, mediaType } = endpointRules(name);
	const sent = Object.entries(exchanges).map(([each, { summary: of, body: value }]) => [each, { summary: of, value }]);
	return {
		operationId: name,
		tags: [uploadTag],
		summary,
		description: words,
		security: [{ [key]: [] }],
		parameters: [...parameters, gzip],
		requestBody: {
			required: true,
			description: `At most ${countDigits(serverLimits.ingestBodyBytes)} bytes once inflated.`,
			content: { [mediaType]: { schema: schemaRef(body), examples: Object.fromEntries(sent) } },
		},
		responses: endpointResults(name, exchanges),
	};
}

const securitySchemes: OpenApiDocument["components"]["securitySchemes"] = {
	deviceKey: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "aqd_…",
		description:
			"A device's own key, with which it sends for itself alone. It is shown once, when the device is added, and can " +
			"be replaced on the device's page under Settings.",
	},
	integrationKey: {
		type: "http",
		scheme: "bearer",
		bearerFormat: "aqi_…",
		description:
			"The key of a network server or a robot, which sends for every device of the account. Devices are named by " +
			"serial number, compared without dashes, spaces and letter case. It is made in the Log under Add data, Connect " +
			"devices and network servers.",
	},
};

export const documentedLimits: OpenApiDocument["x-limits"] = {
	bodyBytes: { value: serverLimits.ingestBodyBytes, description: "bytes in one body, once inflated" },
	readings: { value: limits.ingestReadings, description: "readings in one upload" },
	fileDevices: { value: limits.ingestDevices, description: "devices in one CSV file or JSON message" },
	uploadsPerMinute: {
		value: serverLimits.ingestUploadsPerMinute,
		description: "uploads of one device within a minute, network servers' messages for it included",
	},
	filesPerMinute: { value: serverLimits.ingestUploadsPerMinute, description: "CSV files by one key within a minute" },
	accountUploadsPerMinute: {
		value: serverLimits.accountUploadsPerMinute,
		description: "uploads of the whole account within a minute",
	},
	readingsPerDay: {
		value: serverLimits.ingestReadingsPerDay,
		description: "readings of one device received on one UTC day",
	},
};
