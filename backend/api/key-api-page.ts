import { html, raw } from "hono/html";
import { curlCommand, powerQuery } from "../../shared/account/api-call";
import { bodyText, fieldList, type Part, pageStyle, paragraphs, prose } from "../ingest/openapi/page-parts";
import type { KeyApiDocument } from "./open-api";
import { problems } from "./problems";

type Operations = KeyApiDocument["paths"][string];

export async function keyApiPage(
	{ info, servers, paths, components, openapi }: KeyApiDocument,
	documentPath: string,
): Promise<Part> {
	const root = servers[0]?.url ?? "";
	const parts = Object.entries(paths).map(([path, operations]) => ({
		path,
		id: path.slice(1).replace("/", "-"),
		operations,
	}));
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
<p>Lists as JSON or CSV for programs and spreadsheets. <a href="${documentPath}">OpenAPI ${openapi} document</a></p>
<nav aria-label="On this page"><ul>
${parts.map(({ id, path }) => html`<li><a href="#${id}">${path.slice(1)}</a></li>`)}
<li><a href="#problems">Problems</a></li>
</ul></nav>
</header>
<main>
<section>
<h2>How it works</h2>
<p class="address">${root}</p>
${paragraphs(info.description)}
<h3>With curl</h3>
<pre><code>${curlCommand(new URL(root).origin, { list: "devices" })}</code></pre>
<h3>In Excel and Power BI</h3>
<p>${prose("Data, Get Data, From Other Sources, Blank Query; then in the Advanced Editor, with the credentials `Anonymous`, as the key goes in the header:")}</p>
<pre><code>${powerQuery(new URL(root).origin, { list: "readings", parameters: { from: "2026-01-01T00:00:00Z" } })}</code></pre>
</section>
${parts.map((part) => pathSection(part, { root, schemas: components.schemas }))}
<section id="problems"><h2>Problems</h2>
<p>${prose("Anything but 200 and 304 is answered as `application/problem+json`.")}</p>
<dl>${Object.values(problems).map(({ name, status, detail }) => html`<dt id="${name}"><code>${name}</code> <span>${String(status)}</span></dt><dd>${detail}</dd>`)}</dl>
</section>
</main>
</body>
</html>`;
}

type Place = { root: string; schemas: KeyApiDocument["components"]["schemas"] };

function pathSection(
	{ path, id, operations }: { path: string; id: string; operations: Operations },
	{ root, schemas }: Place,
): Part {
	const { get, post } = operations;
	const act = post ? actSection({ path, id: get ? `${id}-post` : id, post }, root) : html``;
	if (!get) return act;
	const name = `${get.operationId.slice("get".length)}Row`;
	return html`<section id="${id}"><h2>${get.summary}</h2>
<p class="address"><code>GET ${path}</code></p>
<h3>Parameters</h3>
<dl>${get.parameters?.map(
		(each) => html`<dt><code>${each.name}</code> <span>${each.required ? "required" : "optional"}</span></dt>
<dd>${prose(each.description)}${valuesOf(each.schema)}</dd>`,
	)}</dl>
<details><summary>Fields of a row</summary>${fieldList(schemas[name] ?? {}, schemas)}</details>
</section>${act}`;
}

function valuesOf(schema: { [keyword: string]: unknown }): Part | "" {
	const values = schema.enum ?? Reflect.get(Object(schema.items), "enum");
	if (!Array.isArray(values)) return "";
	return html` ${values.map((value, index) => html`${index > 0 ? ", " : ""}<code>${String(value)}</code>`)}`;
}

type ActOfPath = { path: string; id: string; post: NonNullable<Operations["post"]> };

function actSection({ path, id, post }: ActOfPath, root: string): Part {
	const schema = post.requestBody?.content["application/json"].schema ?? {};
	return html`<section id="${id}"><h2>${post.summary}</h2>
<p class="address"><code>POST ${path}</code></p>
<p>${prose("For keys that may write; the body is `application/json`.")}</p>
${post.parameters?.map(({ name, description }) => html`<p><code>${name}</code>: ${prose(description)}</p>`)}
${fieldList(schema, {})}
<h3>Its schema</h3>
<pre><code>${bodyText(schema)}</code></pre>
<p class="soft">${root}${path}</p>
</section>`;
}
