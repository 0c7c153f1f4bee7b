import { html } from "hono/html";
import { ownValue } from "../../shared/base/own-value";
import type { OpenApiDocument, Operation, Schema } from "./document-types";

type Schemas = Record<string, Schema>;

export function fieldList(schema: Schema, schemas: Schemas): Part {
	const { properties, required = [], description } = resolved(schema, schemas);
	if (!properties) return html`<p>${prose(String(description ?? ""))}</p>`;
	const names = required as string[]; // JSON Schema defines it so
	const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => {
		const own = resolved(field, schemas);
		const text = field.description ?? own.description;
		return html`<dt><code>${name}</code> <span>${kindOf(own)}${names.includes(name) ? "required" : "optional"}</span></dt>
<dd>${typeof text === "string" ? prose(text) : ""}${innerFields(own, schemas)}</dd>`;
	});
	return html`<dl>${fields}</dl>`;
}

function innerFields(schema: Schema, schemas: Schemas): Part | "" {
	const inner = schema.type === "array" ? resolved(schema.items as Schema, schemas) : schema; // an array has one schema
	return inner.properties ? fieldList(inner, schemas) : "";
}

function kindOf({ type, anyOf }: Schema): string {
	const types = anyOf ? (anyOf as Schema[]).map((each) => each.type) : [type].flat();
	const named = types.filter((each) => each !== undefined);
	return named.length === 0 ? "" : `${named.join(" or ")}, `;
}

function resolved(schema: Schema, schemas: Schemas): Schema {
	const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
	return name === undefined ? schema : (schemas[name] ?? {});
}

const keyVariables: Record<string, string> = {
	apiKey: "$API_KEY",
	deviceKey: "$DEVICE_KEY",
	integrationKey: "$INTEGRATION_KEY",
};

type Called = Pick<Operation, "parameters" | "requestBody" | "security">;

export function curlCommand(
	{ servers }: Pick<OpenApiDocument, "servers">,
	path: string,
	{ parameters = [], requestBody, security }: Called,
): string {
	const [mediaType = "", { examples = {} } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
	const query = new URLSearchParams(
		parameters.flatMap((each) => (each.in === "query" ? [[each.name, String(each.example)]] : [])),
	).toString();
	const [key = ""] = security.flatMap((each) => Object.keys(each));
	return [
		`curl ${quoted(`${servers[0]?.url}${path}${query && `?${query}`}`)} \\`,
		`  -H "Authorization: Bearer ${ownValue(keyVariables, key)}" \\`,
		`  -H ${quoted(`Content-Type: ${mediaType}`)} \\`,
		`  --data-binary ${quoted(bodyText(Object.values(examples)[0]?.value))}`,
	].join("\n");
}

export function bodyText(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

export type Part = ReturnType<typeof html>;

export function prose(text: string): Part {
	return html`${text.split("`").map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

export function paragraphs(text: string): Part {
	return html`${text.split("\n\n").map((paragraph) => html`<p>${prose(paragraph)}</p>`)}`;
}

/** Inlines client/ui/layout/tokens.css, as the page loads nothing. Never put a request's text here. */
export const pageStyle = `
:root{color-scheme:light dark;--ground:#f7f9fa;--panel:#fff;--line:#e3e8ec;--ink:#10212b;--ink-soft:#51656f;--brand:#0b7285}
@media (prefers-color-scheme:dark){:root{--ground:#0d161b;--panel:#131f26;--line:#22323b;--ink:#e7eff3;--ink-soft:#a3b4bd;--brand:#3bc9db}}
*{box-sizing:border-box}
html{scroll-padding-top:12px}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
main,header{max-width:820px;margin:0 auto;padding:0 16px}
header{padding-top:24px}
main{padding-bottom:48px}
h1{margin:0;font-size:26px;line-height:1.25}
h2{margin:0 0 4px;font-size:19px}
h3{margin:20px 0 6px;font-size:15px}
p{margin:8px 0;text-wrap:pretty}
a{color:var(--brand);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
nav h2{margin:12px 0 0;font-size:15px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:4px 0}
section{margin-top:20px;padding:18px;border:1px solid var(--line);border-radius:10px;background:var(--panel)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
pre{margin:0;padding:12px;border:1px solid var(--line);border-radius:8px;background:var(--ground);line-height:1.5;white-space:pre-wrap}
dl{margin:0}
dt{margin-top:10px;font-weight:600}
dt span{font-weight:400;color:var(--ink-soft)}
dd{margin:0}
dd pre{margin-top:6px}
dl dl{margin-left:16px}
.address,.soft{color:var(--ink-soft)}
summary{margin-top:20px;padding:2px 0;font-weight:600;cursor:pointer}
@media (max-width:480px){section{padding:14px}}
`;
