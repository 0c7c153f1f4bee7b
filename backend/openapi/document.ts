import { callOperations } from "./call-operations";
import type { OpenApiDocument } from "./document-types";
import { lineOperations } from "./line-operations";
import { documentedLimits, uploadOperations } from "./upload-operations";

/** The one document of everything that programs, devices and network servers may call. */
export function openApiDocument(origin: string): OpenApiDocument {
	const [calls, uploads, lines] = [callOperations(), uploadOperations(), lineOperations()];
	return {
		openapi: "3.1.1",
		info: {
			title: "API of the console",
			version: "1",
			description:
				"Lists of the account for programs and spreadsheets, the little that a program may write, and the endpoints to " +
				"which devices and network servers send readings.",
		},
		servers: [{ url: origin, description: "This console" }],
		tags: [...calls.tags, ...uploads.tags],
		paths: { ...calls.paths, ...uploads.paths, ...lines.paths },
		components: {
			schemas: { ...calls.schemas, ...uploads.schemas, ...lines.schemas },
			securitySchemes: { ...calls.securitySchemes, ...uploads.securitySchemes },
			responses: uploads.responses,
			headers: calls.headers,
		},
		"x-limits": documentedLimits,
	};
}
