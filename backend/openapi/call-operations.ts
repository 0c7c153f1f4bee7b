import * as z from "zod/mini";
import { serverLimits } from "../../shared/base/limits";
import { ownValue } from "../../shared/base/own-value";
import { anySearched } from "../../shared/base/plain-fields";
import { type Act, acts } from "../api/acts";
import { problems } from "../api/problems";
import { isInstantName } from "../api/public-rows";
import { type Resource, resources } from "../api/resources";
import type { OpenApiDocument, Operation, Parameter, Paths, Schema } from "./document-types";

export const apiRoot = "/api/v1";

export const tags = { read: "Read", write: "Write" };

const descriptions: Record<string, string> = {
	from: "The beginning of the span, ISO 8601 with an offset or epoch milliseconds. Absent: 24 hours ago; with `since` it does not matter.",
	to: "Its end, which is not in it. Absent: now; of the log, whatever is stored.",
	device: "Ids of devices, parted by commas. Absent: every device that the key may read.",
	group: "Ids of groups, parted by commas.",
	channel: "Ids of channels, parted by commas.",
	id: "Ids of its rows, parted by commas: only these.",
	outOfLimits: "Only readings outside the limits of their channel.",
	late: "Only readings that came later than the device's offline limit.",
	afterGap: "Only readings at the ends of gaps.",
	folded: "Without the parts of events of the whole account.",
	unreached: "Only events of which a step of messages reached no one.",
	partOf: "Only the parts of this event of the account.",
	search: `A part of the ${anySearched}.`,
	since: "Only rows written then or later, ISO 8601 with an offset or epoch milliseconds.",
	limit: "Rows of a page.",
	cursor: "`nextCursor` of the page before, with the same other parameters.",
	format: "As JSON, or as CSV (`text/csv`) with the same fields as columns, for spreadsheets.",
};

const followedDescriptions: Record<string, string> = {
	since: "`nextSince` of the answer before, with the same other parameters. Absent: all of the list.",
};

const apiKey: OpenApiDocument["components"]["securitySchemes"][string] = {
	type: "http",
	scheme: "bearer",
	bearerFormat: "aqk_…",
	description: "An API key of a program or spreadsheet. It is made in Accounts, API keys.",
};

export function callOperations() {
	const paths: Paths = {};
	for (const [name, list] of Object.entries(resources))
		paths[`${apiRoot}/${name}`] = { get: listOperation(name, list) };
	for (const [name, act] of Object.entries(acts)) {
		const path = `${apiRoot}/${name}`;
		paths[path] = { ...paths[path], post: actOperation(name, act) };
	}
	return {
		tags: [
			{
				name: tags.read,
				description:
					`Lists of the account as JSON or CSV. A key takes ${serverLimits.apiCallsPerMinute} calls within a minute. ` +
					"Times are ISO 8601 in UTC.",
			},
			{ name: tags.write, description: "For keys that may write; the body is `application/json`." },
		],
		paths,
		schemas: {
			...Object.fromEntries(Object.entries(resources).map(([name, { row }]) => [rowName(name), schemaOf(row)])),
			Problem: problemSchema,
		},
		securitySchemes: { apiKey },
		headers: {
			RateLimit: { description: "Calls that are left.", schema: { type: "string" } },
			Link: { description: "The next page, `rel=next`; absent on the last.", schema: { type: "string" } },
		},
	};
}

/** `EventsWhy` of `events/why`. */
const inPascalCase = (name: string) =>
	name.replaceAll(/(^|\/)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
const rowName = (name: string) => `${inPascalCase(name)}Row`;

const denied = {
	default: {
		description: "What was wrong, as RFC 9457 has it.",
		content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
	},
};

const problemSchema = {
	type: "object",
	required: ["type", "title", "status", "detail", "requestId"],
	properties: {
		type: { type: "string", format: "uri-reference" },
		title: {
			type: "string",
			description: `What to tell problems apart by: ${[...new Set(Object.values(problems).map(({ name }) => name))].join(", ")}, or that of the procedure.`,
		},
		status: { type: "integer" },
		detail: { type: "string", description: "For people. It may change." },
		requestId: { type: "string", description: "Quote it when you ask for help." },
		fields: {
			type: "object",
			additionalProperties: { type: "string" },
			description: "What is wrong with each parameter or field.",
		},
		errors: {
			type: "array",
			description: "What is wrong with each of several things that were sent, by a JSON pointer into the body.",
			items: {
				type: "object",
				required: ["pointer", "title", "detail"],
				properties: { pointer: { type: "string" }, title: { type: "string" }, detail: { type: "string" } },
			},
		},
	},
};

function listOperation(name: string, list: Resource): Operation {
	const row = { $ref: `#/components/schemas/${rowName(name)}` };
	const page = {
		type: "object",
		required: ["data", "nextCursor", ...(list.isFollowed ? ["nextSince"] : [])],
		properties: {
			data: { type: "array", items: row },
			nextCursor: { type: ["string", "null"] },
			...(list.isFollowed && { nextSince: { type: ["string", "null"], description: followed } }),
		},
	};
	return {
		operationId: `get${inPascalCase(name)}`,
		tags: [tags.read],
		summary: list.summary,
		security: [{ apiKey: [] }],
		parameters: parametersOf(list),
		responses: {
			"200": {
				description: "A page of the list.",
				headers: { RateLimit: { $ref: "#/components/headers/RateLimit" }, Link: { $ref: "#/components/headers/Link" } },
				// Generated clients would give every list the type of both.
				content: { "application/json": { schema: page } },
			},
			"304": { description: "It is as the tag in `If-None-Match` has it." },
			...denied,
		},
	};
}

const followed = "Of the last page: ask with it as `since` next time. Null on pages before it.";

export function parametersOf({ parameters, rows, isFollowed, describes = {} }: Resource): Parameter[] {
	const { properties = {}, required = [] } = schemaOf(parameters) as {
		properties?: Record<string, Schema>;
		required?: string[];
	};
	const page = {
		limit: { type: "integer", minimum: 1, maximum: rows.most, default: rows.usual },
		...(isFollowed && { since: { type: "string" } }),
		cursor: { type: "string" },
		format: { type: "string", enum: ["json", "csv"], default: "json" },
	};
	return Object.entries({ ...properties, ...page }).map(([parameter, schema]) => ({
		name: parameter,
		in: "query",
		required: required.includes(parameter),
		schema,
		description:
			ownValue(describes, parameter) ??
			(isFollowed ? ownValue(followedDescriptions, parameter) : undefined) ??
			ownValue(descriptions, parameter) ??
			`Only rows of this ${parameter}.`,
	}));
}

const requestKeyParameter: Parameter = {
	name: "Idempotency-Key",
	in: "header",
	required: false,
	schema: { type: "string", minLength: 1, maxLength: 255 },
	description:
		"A text of your own for what you want done, such as a UUID. Sent again with the same key and body within a day, it " +
		"is done once and answered as the first time; with another body it is refused (`RequestKeyReused`).",
};

function actOperation(name: string, { summary, body, described = body, result, isKnownAgain }: Act): Operation {
	const data = result ? schemaOf(result) : {};
	return {
		operationId: `post${inPascalCase(name)}`,
		tags: [tags.write],
		summary,
		security: [{ apiKey: [] }],
		...(isKnownAgain ? {} : { parameters: [requestKeyParameter] }),
		requestBody: { required: true, content: { "application/json": { schema: schemaOf(described) } } },
		responses: {
			"200": {
				description: "It was done.",
				content: { "application/json": { schema: { type: "object", properties: { data } } } },
			},
			...denied,
		},
	};
}

function schemaOf(schema: z.ZodMiniType): Schema {
	const { $schema: _, ...written } = z.toJSONSchema(schema, {
		io: "output",
		unrepresentable: "any",
		target: "draft-2020-12",
		override: ({ zodSchema, jsonSchema, path }) => {
			const name = String(path.at(-1) ?? "");
			const isInstant = isInstantName(name) && (jsonSchema.type === "number" || jsonSchema.type === "integer");
			if (zodSchema._zod.def.type !== "date" && !isInstant) return;
			for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
			jsonSchema.type = "string";
			jsonSchema.format = "date-time";
		},
	});
	return written;
}
