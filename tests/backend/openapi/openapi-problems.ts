import * as z from "zod";
import type { Schema } from "../../../backend/openapi/document-types";

type Json = Record<string, unknown>;

const verbs = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const schemesByType: Record<string, string[]> = { http: ["scheme"], apiKey: ["name", "in"] };
const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Converts a document's schema to a zod schema. */
export function schemaOf({ components }: { components: { schemas: { [name: string]: Schema } } }, schema: Json) {
	const withDefs = { ...schema, $defs: components.schemas };
	return z.fromJSONSchema(JSON.parse(JSON.stringify(withDefs).replaceAll("#/components/schemas/", "#/$defs/")));
}

/** Returns by path how a document breaks OpenAPI 3.1: https://spec.openapis.org/oas/v3.1.1.html#schema-0 */
export function openApiProblems(document: unknown): string[] {
	const problems: string[] = [];
	const no = (place: string, what: string) => void problems.push(`${place}: ${what}`);
	if (!isObject(document)) return ["the document is no object"];
	if (!/^3\.1\.\d+$/.test(String(document.openapi))) no("openapi", "is no 3.1");
	for (const field of ["title", "version"]) needText(document.info, field, "info");
	if (!["paths", "components", "webhooks"].some((field) => isObject(document[field]))) no("", "holds no part");
	for (const field of Object.keys(document)) {
		if (!/^x-/.test(field) && !topFields.includes(field)) no(field, "is no field of a document");
	}
	for (const [position, server] of listOf(document.servers)) needText(server, "url", `servers ${position}`);
	const operationIds = new Set<string>();
	for (const [path, item] of entriesOf(document.paths)) {
		if (!path.startsWith("/")) no(path, "does not begin with a slash");
		for (const [verb, operation] of entriesOf(item)) {
			if (verbs.includes(verb)) checkOperation(`${verb} ${path}`, operation);
			else no(path, `${verb} is no method`);
		}
	}
	for (const [name, result] of entriesOf(part(document, "components", "responses"))) checkResult(name, result);
	for (const [name, scheme] of entriesOf(part(document, "components", "securitySchemes"))) {
		const needed = schemesByType[String(part(scheme, "type"))];
		if (needed) for (const field of needed) needText(scheme, field, name);
		else no(name, "is of no known type");
	}
	for (const group of ["schemas", "responses", "securitySchemes"]) {
		for (const [name] of entriesOf(part(document, "components", group))) {
			if (!/^[\w.-]+$/.test(name)) no(name, "is no name of a component");
		}
	}
	for (const reference of referencesIn(document)) {
		const steps = reference.startsWith("#/") ? reference.slice(2).split("/") : ["nowhere"];
		if (part(document, ...steps) === undefined) no(reference, "leads nowhere");
	}
	return problems;

	function checkOperation(place: string, operation: unknown): void {
		const id = part(operation, "operationId");
		if (typeof id !== "string" || operationIds.has(id)) no(place, "has no operationId of its own");
		else operationIds.add(id);
		const seen = new Set<string>();
		for (const [each, parameter] of listOf(part(operation, "parameters"))) {
			const where = `${place} parameter ${each}`;
			needText(parameter, "name", where);
			const name = String(part(parameter, "name"));
			const at = String(part(parameter, "in"));
			if (!["query", "header", "path", "cookie"].includes(at)) no(where, "is in no place");
			if (at === "header" && /^(accept|content-type|authorization)$/i.test(name)) no(where, "is ignored by that name");
			if (seen.has(`${at} ${name}`)) no(where, "is there twice");
			seen.add(`${at} ${name}`);
			if (!isObject(part(parameter, "schema"))) no(where, "has no schema");
		}
		for (const [, demand] of listOf(part(operation, "security"))) {
			for (const [scheme] of entriesOf(demand)) {
				if (!part(document, "components", "securitySchemes", scheme)) no(place, `${scheme} is no key`);
			}
		}
		const body = part(operation, "requestBody");
		if (body !== undefined) checkContent(`${place} body`, part(body, "content"));
		else if (place.startsWith("post ")) no(place, "has no body");
		const results = entriesOf(part(operation, "responses"));
		if (results.length === 0) no(place, "has no answer");
		for (const [status, result] of results) {
			if (!/^([1-5](\d\d|XX)|default)$/.test(status)) no(place, `${status} is no status`);
			checkResult(`${place} ${status}`, result);
		}
	}

	function checkResult(place: string, result: unknown): void {
		needText(result, "description", place);
		for (const [name, header] of entriesOf(part(result, "headers"))) {
			if (!isObject(part(header, "schema")) && part(header, "$ref") === undefined)
				no(`${place} ${name}`, "has no schema");
		}
		const hasNoBody = / (204|304)$/.test(place);
		if (!hasNoBody) checkContent(place, part(result, "content"));
	}

	function checkContent(place: string, content: unknown): void {
		const media = entriesOf(content);
		if (media.length === 0) no(place, "has no content");
		for (const [name, { schema, example, examples }] of media as [string, Json][]) {
			if (!/^[\w.+-]+\/[\w.+*-]+$/.test(name)) no(place, `${name} is no media type`);
			if (!isObject(schema)) no(place, "has no schema");
			if (example !== undefined && examples !== undefined) no(place, "has both example and examples");
			for (const [each, shown] of entriesOf(examples)) {
				if (!isObject(shown) || !("value" in shown)) no(`${place} ${each}`, "has no value");
			}
		}
	}

	function needText(holder: unknown, field: string, place: string): void {
		const text = part(holder, field);
		if (typeof text !== "string" || text === "") no(place, `has no ${field}`);
	}
}

const topFields = [
	...["openapi", "info", "jsonSchemaDialect", "servers", "paths"],
	...["webhooks", "components", "security", "tags", "externalDocs"],
];

function part(value: unknown, ...steps: string[]): unknown {
	return steps.reduce<unknown>(
		(inner, step) => (isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined),
		value,
	);
}

function entriesOf(value: unknown): [string, unknown][] {
	return isObject(value) ? Object.entries(value) : [];
}

function listOf(value: unknown): [number, unknown][] {
	return Array.isArray(value) ? [...value.entries()] : [];
}

function referencesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(referencesIn);
	return entriesOf(value).flatMap(([name, inner]) =>
		name === "$ref" && typeof inner === "string" ? [inner] : referencesIn(inner),
	);
}
