/** The parts of OpenAPI 3.1 in use. https://spec.openapis.org/oas/v3.1.1.html */
export type Schema = { [keyword: string]: unknown };

export type Example = { summary: string; value: unknown };

export type Media = { schema: Schema; examples?: { [name: string]: Example } };

export type Header = { description: string; required?: boolean; schema: Schema; example?: unknown };

export type Reply = {
	description: string;
	headers?: { [name: string]: Header | { $ref: string } };
	content?: { [mediaType: string]: Media };
};

export type Parameter = {
	name: string;
	in: "query" | "header";
	description: string;
	required: boolean;
	schema: Schema;
	example?: unknown;
};

export type Operation = {
	operationId: string;
	tags: string[];
	summary: string;
	description?: string;
	security: { [key: string]: string[] }[];
	parameters?: Parameter[];
	requestBody?: { required: true; description?: string; content: { [mediaType: string]: Media } };
	responses: { [status: string]: Reply };
};

export type Paths = { [path: string]: { get?: Operation; post?: Operation } };

type Components = {
	schemas: { [name: string]: Schema };
	securitySchemes: { [key: string]: { type: "http"; scheme: "bearer"; bearerFormat: string; description: string } };
	responses: { [name: string]: Reply };
	headers: { [name: string]: Header };
};

export type OpenApiDocument = {
	openapi: "3.1.1";
	info: { title: string; version: string; description: string };
	servers: { url: string; description: string }[];
	tags: { name: string; description: string }[];
	paths: Paths;
	components: Components;
	"x-limits": { [name: string]: { value: number; description: string } };
};

/** An endpoint of uploads: each of its parts has examples. */
export type UploadOperation = Operation & {
	description: string;
	parameters: Required<Parameter>[];
	requestBody: { description: string; content: { [mediaType: string]: Required<Media> } };
	responses: {
		[status: string]: {
			description: string;
			headers: { [name: string]: Required<Header> };
			content: { [mediaType: string]: Required<Media> };
		};
	};
};

export type UploadReply = UploadOperation["responses"][string];
