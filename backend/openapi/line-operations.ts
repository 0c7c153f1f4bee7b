import { serverLimits } from "../../shared/base/limits";
import { directEndpoints } from "../../shared/direct-endpoints";
import { countDigits } from "../../shared/formats/display-formats";
import type { Paths, Reply, Schema } from "./document-types";
import { uploadTag } from "./upload-operations";

/** The endpoint for clients of InfluxDB, in InfluxDB's own forms. */
export function lineOperations(): { paths: Paths; schemas: { LineError: Schema } } {
	return {
		paths: {
			[directEndpoints.lines.path]: {
				post: {
					operationId: "lines",
					tags: [uploadTag],
					summary: "Line protocol",
					description:
						"What InfluxDB's clients write. A series waits until a person or a filter gives it a channel; lines that are not stored " +
						"are listed beside the integration and never change the response.",
					security: [{ integrationKey: [] }],
					parameters: [
						{
							name: "precision",
							in: "query",
							description: "The unit of the times.",
							required: false,
							schema: { type: "string", enum: ["ns", "us", "ms", "s"], default: "ns" },
							example: "s",
						},
					],
					requestBody: {
						required: true,
						description: `At most ${countDigits(serverLimits.ingestBodyBytes)} bytes once inflated, and 20,000 values.`,
						content: {
							"text/plain": {
								schema: { type: "string" },
								examples: { line: { summary: "One value", value: "chiller,host=cellar supply_temp=6.4 1773480413" } },
							},
						},
					},
					responses: {
						"204": { description: "Taken, whatever single lines are worth." },
						"401": errorReply("The key is missing or wrong, or stands in the address."),
						"413": errorReply("Too much at once: send it in parts."),
						"429": errorReply("Past a quota. Send the same lines again after `Retry-After`."),
						"503": errorReply("Nothing was stored. Send the same lines again after `Retry-After`."),
					},
				},
			},
		},
		schemas: {
			LineError: {
				type: "object",
				required: ["code", "message"],
				properties: {
					code: { type: "string" },
					message: { type: "string", description: "For people. It may change." },
				},
			},
		},
	};
}

function errorReply(description: string): Reply {
	return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/LineError" } } } };
}
