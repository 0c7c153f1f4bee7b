import { html, raw } from "hono/html";
import { ownValue } from "../../../shared/base/own-value";
import { countDigits } from "../../../shared/formats/display-formats";
import type { ApiDocument, Example, Operation, Reply } from "./document-types";
import { bodyText, curlCommand, fieldList, type Part, pageStyle, paragraphs, prose } from "./page-parts";

export function apiPage(document: ApiDocument, documentPath: string): Part {
	const { info, paths, servers } = document;
	const endpoints = Object.entries(paths).map(([path, { post }]) => ({ path, id: path.slice(1), operation: post }));
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
<p>${info.summary} <a href="${documentPath}">OpenAPI ${document.openapi} document</a></p>
<nav aria-label="On this page"><ul>
${endpoints.map(({ id, operation }) => html`<li><a href="#${id}">${operation.summary}</a></li>`)}
<li><a href="#entries">Refused entries</a></li>
<li><a href="#limits">Limits</a></li>
<li><a href="#keys">Keys</a></li>
</ul></nav>
</header>
<main>
<section>
<h2>How it works</h2>
<p class="address">${servers[0]?.url}</p>
${paragraphs(info.description)}
</section>
${endpoints.map(({ path, id, operation }) => endpointSection({ document, path, id, operation }))}
${rejectedEntries(document)}
${section("limits", "Limits", limitList(document))}
${section("keys", "Keys", keyList(document))}
${section("elsewhere", "Other addresses and methods", serveList(Object.values(document.components.responses)))}
</main>
</body>
</html>`;
}

function section(id: string, title: string, content: Part): Part {
	return html`<section id="${id}"><h2>${title}</h2>${content}</section>`;
}

type Endpoint = { document: ApiDocument; path: string; id: string; operation: Operation };

function endpointSection({ document, path, id, operation }: Endpoint): Part {
	const { schemas, securitySchemes } = document.components;
	const [key = ""] = operation.security.flatMap((each) => Object.keys(each));
	const [mediaType = "", body] = Object.entries(operation.requestBody.content)[0] ?? [];
	const examples = Object.entries(body?.examples ?? {});
	const { "200": taken, ...rejected } = operation.responses;
	const results = taken?.content["application/json"]?.examples ?? {};
	return section(
		id,
		operation.summary,
		html`<p class="address"><code>POST ${path}</code></p>
<p>${prose(operation.description)}</p>
<p>Takes <code>${mediaType}</code> with ${key === "deviceKey" ? "a device key" : "an integration key"}
(<code>${securitySchemes[key]?.bearerFormat}</code>). ${operation.requestBody.description}</p>
<h3>Try it</h3>
<pre><code>${curlCommand(document, path, operation)}</code></pre>
<h3>The answer</h3>
<pre><code>${JSON.stringify(Object.values(results)[0]?.value)}</code></pre>
<h3>Fields</h3>
${fieldList(body?.schema ?? {}, schemas)}
<h3>Parameters</h3>
<dl>${operation.parameters.map(
			(each) => html`<dt><code>${each.name}</code> <span>${each.in}, ${need(each.required)}</span></dt>
<dd>${prose(each.description)}</dd>`,
		)}</dl>
${moreExamples(operation.summary, examples.slice(1), results)}
<details><summary>Every other answer: ${operation.summary}</summary>${statusList(rejected)}</details>`,
	);
}

type Examples = { [name: string]: Example };

function moreExamples(subject: string, submitted: [string, Example][], results: Examples): Part | "" {
	if (submitted.length === 0) return "";
	return html`<details><summary>More examples: ${subject}</summary>
${submitted.map(
	([name, { summary, value }]) => html`<h3>${summary}</h3>
<pre><code>${bodyText(value)}</code></pre>
<p>is answered with</p>
<pre><code>${JSON.stringify(ownValue(results, name)?.value)}</code></pre>`,
)}
</details>`;
}

const need = (isRequired: boolean) => (isRequired ? "required" : "optional");

function statusList(responses: Record<string, Reply>): Part {
	return html`<dl>${Object.entries(responses).map(
		([status, response]) =>
			html`<dt><code>${status}</code></dt><dd>${prose(response.description)}${rejectionsOf(response)}</dd>`,
	)}</dl>`;
}

function serveList(responses: Reply[]): Part {
	return html`<dl>${responses.map((response) => html`<dt>${prose(response.description)}</dt><dd>${rejectionsOf(response)}</dd>`)}</dl>`;
}

function rejectionsOf({ content, headers }: Reply): Part {
	const examples = Object.values(content["application/json"]?.examples ?? {});
	const own = Object.entries(headers).filter(([name]) => name !== "X-Request-Id");
	return html`${own.map(([name, { description }]) => html`<p>Header <code>${name}</code>: ${prose(description)}</p>`)}
${examples.map(({ value }) => html`<pre><code>${JSON.stringify(value)}</code></pre>`)}`;
}

function rejectedEntries(document: ApiDocument): Part {
	const reasons = (document.components.schemas.RejectReason?.oneOf ?? []) as { const: string; description: string }[];
	const rejected = exampleEntries(document.paths);
	return section(
		"entries",
		"Refused entries",
		html`<p>An answer of 200 names in <code>rejected</code> the entries that are not kept, each by its place and a reason.</p>
<dl>${reasons.map(({ const: reason, description }) => {
			const entry = rejected.get(reason);
			return html`<dt><code>${reason}</code></dt><dd>${description}
${entry === undefined ? "" : html`<pre><code>${entry}</code></pre>`}</dd>`;
		})}</dl>`,
	);
}

type Rejected = { rejected: { index: number; reason: string }[] };

function exampleEntries(paths: ApiDocument["paths"]): Map<string, string> {
	const entries = new Map<string, string>();
	for (const { post } of Object.values(paths)) {
		const sent = Object.values(post.requestBody.content)[0]?.examples ?? {};
		const results = post.responses["200"]?.content["application/json"]?.examples ?? {};
		for (const [name, { value }] of Object.entries(results)) {
			const body = ownValue(sent, name)?.value;
			for (const { index, reason } of (value as Rejected).rejected) {
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

function limitList(document: ApiDocument): Part {
	const limits = Object.values(document["x-limits"]);
	return html`<dl>${limits.map(({ value, description }) => html`<dt>${countDigits(value)}</dt><dd>${description}</dd>`)}</dl>`;
}

function keyList({ components }: ApiDocument): Part {
	return html`<dl>${Object.values(components.securitySchemes).map(
		({ bearerFormat, description }) => html`<dt><code>${bearerFormat}</code></dt><dd>${prose(description)}</dd>`,
	)}</dl>
<p>Both are sent in the header <code>Authorization: Bearer &hellip;</code></p>`;
}
