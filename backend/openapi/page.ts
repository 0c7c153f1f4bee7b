import { html, raw } from "hono/html";
import { powerQuery, curlCommand as rowsCommand } from "../../shared/account/api-call";
import { ownValue } from "../../shared/base/own-value";
import { countDigits } from "../../shared/formats/display-formats";
import { problems } from "../api/problems";
import type { Example, Media, OpenApiDocument, Operation, Paths, Reply, Schema } from "./document-types";
import { bodyText, curlCommand, fieldList, type Part, pageStyle, paragraphs, prose } from "./page-parts";

type Called = { document: OpenApiDocument; method: "GET" | "POST"; path: string; operation: Operation };

export function apiPage(document: OpenApiDocument, documentPath: string): Part {
	const { info, servers, tags } = document;
	const origin = servers[0]?.url ?? "";
	const calls = callsOf(document);
	const byTag = tags.map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags[0] === tag.name) }));
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${info.title}</title>
<style>${raw(pageStyle)}</style>
</head>
<body>
<header>
<h1>${info.title}</h1>
<p>${info.description} <a href="${documentPath}">OpenAPI ${document.openapi} document</a></p>
<nav aria-label="On this page">
${byTag.map(
	(tag) => html`<h2>${tag.name}</h2><ul>
${tag.calls.map(({ operation, path }) => html`<li><a href="#${operation.operationId}">${labelOf(operation, path)}</a></li>`)}
</ul>`,
)}
<h2>More</h2><ul>
<li><a href="#entries">Rejected entries</a></li>
<li><a href="#limits">Limits</a></li>
<li><a href="#keys">Keys</a></li>
<li><a href="#problems">Problems</a></li>
</ul></nav>
</header>
<main>
${byTag.map(
	(
		tag,
		index,
	) => html`${section(tag.name.toLowerCase(), tag.name, html`${paragraphs(tag.description)}${index === 0 ? spreadsheets(origin) : ""}`)}
${tag.calls.map(callSection)}`,
)}
${rejectedEntries(document)}
${section("limits", "Limits of uploads", limitList(document))}
${section("keys", "Keys", keyList(document))}
${section("problems", "Problems", problemList())}
${section("elsewhere", "Other addresses and methods of uploads", replyList(Object.values(document.components.responses)))}
</main>
</body>
</html>`;
}

function callsOf(document: OpenApiDocument): Called[] {
	return Object.entries(document.paths).flatMap(([path, { get, post }]: [string, Paths[string]]) => [
		...(get ? [{ document, method: "GET" as const, path, operation: get }] : []),
		...(post ? [{ document, method: "POST" as const, path, operation: post }] : []),
	]);
}

/** Calls of programs are known by their address, uploads by their sender. */
function labelOf({ summary, security }: Operation, path: string): string {
	return "apiKey" in (security[0] ?? {}) ? path.split("/").slice(3).join("/") : summary;
}

function section(id: string, title: string, content: Part): Part {
	return html`<section id="${id}"><h2>${title}</h2>${content}</section>`;
}

function spreadsheets(origin: string): Part {
	return html`<h3>With curl</h3>
<pre><code>${rowsCommand(origin, { list: "devices" })}</code></pre>
<h3>In Excel and Power BI</h3>
<p>${prose("Data, Get Data, From Other Sources, Blank Query; then in the Advanced Editor, with the credentials `Anonymous`, as the key goes in the header:")}</p>
<pre><code>${powerQuery(origin, { list: "readings", parameters: { from: "2026-01-01T00:00:00Z" } })}</code></pre>`;
}

function callSection({ document, method, path, operation }: Called): Part {
	const { summary, description = "", security, parameters = [], requestBody, responses } = operation;
	const { schemas, securitySchemes } = document.components;
	const [key = ""] = security.flatMap((each) => Object.keys(each));
	const [mediaType = "", body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
	const { "200": taken, ...others } = responses;
	const results = taken?.content?.["application/json"];
	const [result] = Object.values(results?.examples ?? {});
	const row = rowOf(results);
	return section(
		operation.operationId,
		summary,
		html`<p class="address"><code>${method} ${path}</code></p>
${description && html`<p>${prose(description)}</p>`}
<p>Key: <code>${securitySchemes[key]?.bearerFormat}</code>${mediaType && html`. Body: <code>${mediaType}</code>. ${requestBody?.description ?? ""}`}</p>
${body?.examples && html`<h3>Try it</h3><pre><code>${curlCommand(document, path, operation)}</code></pre>`}
${result && html`<h3>The response</h3><pre><code>${JSON.stringify(result.value)}</code></pre>`}
${body && html`<h3>Fields</h3>${fieldList(body.schema, schemas)}`}
${
	parameters.length > 0
		? html`<h3>Parameters</h3><dl>${parameters.map(
				(
					each,
				) => html`<dt><code>${each.name}</code> <span>${each.in}, ${each.required ? "required" : "optional"}</span></dt>
<dd>${prose(each.description)}${valuesOf(each.schema)}</dd>`,
			)}</dl>`
		: ""
}
${row ? html`<details><summary>Fields of a row: ${path}</summary>${fieldList(row, schemas)}</details>` : ""}
${moreExamples(summary, Object.entries(body?.examples ?? {}).slice(1), results?.examples ?? {})}
${"default" in others ? "" : html`<details><summary>Every other response: ${summary}</summary>${statusList(others)}</details>`}`,
	);
}

function rowOf(media: Media | undefined): Schema | null {
	const list = Object(media?.schema.properties).data;
	return Object(list).type === "array" ? list.items : null;
}

function valuesOf(schema: Schema): Part | "" {
	const values = schema.enum ?? Reflect.get(Object(schema.items), "enum");
	if (!Array.isArray(values)) return "";
	return html` ${values.map((value, index) => html`${index > 0 ? ", " : ""}<code>${String(value)}</code>`)}`;
}

type Examples = { [name: string]: Example };

function moreExamples(subject: string, submitted: [string, Example][], results: Examples): Part | "" {
	if (submitted.length === 0) return "";
	return html`<details><summary>More examples: ${subject}</summary>
${submitted.map(
	([name, { summary, value }]) => html`<h3>${summary}</h3>
<pre><code>${bodyText(value)}</code></pre>
<p>returns</p>
<pre><code>${JSON.stringify(ownValue(results, name)?.value)}</code></pre>`,
)}
</details>`;
}

function statusList(responses: Record<string, Reply>): Part {
	return html`<dl>${Object.entries(responses).map(
		([status, reply]) => html`<dt><code>${status}</code></dt><dd>${prose(reply.description)}${partsOf(reply)}</dd>`,
	)}</dl>`;
}

function replyList(responses: Reply[]): Part {
	return html`<dl>${responses.map((reply) => html`<dt>${prose(reply.description)}</dt><dd>${partsOf(reply)}</dd>`)}</dl>`;
}

function partsOf({ content, headers = {} }: Reply): Part {
	const examples = Object.values(content?.["application/json"]?.examples ?? {});
	const own = Object.entries(headers).flatMap(([name, header]) =>
		name === "X-Request-Id" || !("description" in header) ? [] : [{ name, description: header.description }],
	);
	return html`${own.map(({ name, description }) => html`<p>Header <code>${name}</code>: ${prose(description)}</p>`)}
${examples.map(({ value }) => html`<pre><code>${JSON.stringify(value)}</code></pre>`)}`;
}

function rejectedEntries(document: OpenApiDocument): Part {
	const reasons = (document.components.schemas.RejectReason?.oneOf ?? []) as { const: string; description: string }[];
	const rejected = exampleEntries(document);
	return section(
		"entries",
		"Rejected entries",
		html`<p>A response of 200 names in <code>rejected</code> the entries that are not stored, each by its place and a reason.</p>
<dl>${reasons.map(({ const: reason, description }) => {
			const entry = rejected.get(reason);
			return html`<dt><code>${reason}</code></dt><dd>${description}
${entry === undefined ? "" : html`<pre><code>${entry}</code></pre>`}</dd>`;
		})}</dl>`,
	);
}

type Rejected = { rejected?: { index: number; reason: string }[] };

function exampleEntries(document: OpenApiDocument): Map<string, string> {
	const entries = new Map<string, string>();
	for (const { operation } of callsOf(document)) {
		const sent = Object.values(operation.requestBody?.content ?? {})[0]?.examples ?? {};
		const results = operation.responses["200"]?.content?.["application/json"]?.examples ?? {};
		for (const [name, { value }] of Object.entries(results)) {
			const body = ownValue(sent, name)?.value;
			for (const { index, reason } of (value as Rejected).rejected ?? []) {
				const entry = entryAt(body, index);
				if (entry !== undefined && !entries.has(reason)) entries.set(reason, entry);
			}
		}
	}
	return entries;
}

function entryAt(body: unknown, index: number): string | undefined {
	if (typeof body === "string") return body.split("\n")[index + 1];
	const { readings } = body as { readings?: unknown[] };
	return readings && JSON.stringify(readings[index]);
}

function limitList(document: OpenApiDocument): Part {
	const limits = Object.values(document["x-limits"]);
	return html`<dl>${limits.map(({ value, description }) => html`<dt>${countDigits(value)}</dt><dd>${description}</dd>`)}</dl>`;
}

function keyList({ components }: OpenApiDocument): Part {
	return html`<dl>${Object.values(components.securitySchemes).map(
		({ bearerFormat, description }) => html`<dt><code>${bearerFormat}</code></dt><dd>${prose(description)}</dd>`,
	)}</dl>
<p>All are sent in the header <code>Authorization: Bearer &hellip;</code></p>`;
}

function problemList(): Part {
	return html`<p>${prose("Of programs' calls anything but 200 and 304 is `application/problem+json`.")}</p>
<dl>${Object.values(problems).map(({ name, status, detail }) => html`<dt id="${name}"><code>${name}</code> <span>${String(status)}</span></dt><dd>${detail}</dd>`)}</dl>`;
}
