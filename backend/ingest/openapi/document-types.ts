/** The parts of OpenAPI 3.1 in use. https://spec.openapis.org/oas/v3.1.1.html */
export type Schema = { [keyword: string]: unknown };

export type Example = { summary: string; value: unknown };

type Content = { [mediaType: string]: { schema: Schema; examples: { [name: string]: Example } } };

export type Header = { description: string; required: boolean; schema: Schema; example: unknown };

export type Reply = { description: string; headers: { [name: string]: Header }; content: Content };

export type Parameter = {
	name: string;
	in: "query" | "header";
	description: string;
	required: boolean;
	schema: Schema;
	example: unknown;
};

export type Operation = {
	operationId: string;
	summary: string;
	description: string;
	security: { [key: string]: string[] }[];
	parameters: Parameter[];
	requestBody: { required: true; description: string; content: Content };
	responses: { [status: string]: Reply };
};

export type Limit = { value: number; description: string };

export type ApiDocument = {
	openapi: "3.1.1";
	info: { title: string; version: string; summary: string; description: string };
	servers: { url: string; description: string }[];
	paths: { [path: string]: { post: Operation } };
	components: {
		schemas: { [name: string]: Schema };
		securitySchemes: { [key: string]: { type: "http"; scheme: "bearer"; bearerFormat: string; description: string } };
		responses: { [name: string]: Reply };
	};
	"x-limits": { [name: string]: Limit };
};
