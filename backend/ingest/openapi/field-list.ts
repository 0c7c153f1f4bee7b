import { html } from "hono/html";
import type { Schema } from "./document-types";
import { type Part, prose } from "./page-prose";

type Schemas = Record<string, Schema>;

/** The fields of a schema with what they mean, those of inner objects under theirs. A text has words alone. */
export function fieldList(schema: Schema, schemas: Schemas): Part {
	const { properties, required = [], description } = resolved(schema, schemas);
	if (!properties) return html`<p>${prose(String(description ?? ""))}</p>`;
	const names = required as string[]; // as JSON Schema has it
	const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => {
		const own = resolved(field, schemas);
		const words = field.description ?? own.description;
		return html`<dt><code>${name}</code> <span>${kindOf(own)}${names.includes(name) ? "required" : "optional"}</span></dt>
<dd>${typeof words === "string" ? prose(words) : ""}${innerFields(own, schemas)}</dd>`;
	});
	return html`<dl>${fields}</dl>`;
}

function innerFields(schema: Schema, schemas: Schemas): Part | "" {
	const inner = schema.type === "array" ? resolved(schema.items as Schema, schemas) : schema; // of an array, one schema
	return inner.properties ? fieldList(inner, schemas) : "";
}

/** `number or string, `; nothing where it may be anything. */
function kindOf({ type, anyOf }: Schema): string {
	const types = anyOf ? (anyOf as Schema[]).map((each) => each.type) : [type].flat();
	const named = types.filter((each) => each !== undefined);
	return named.length === 0 ? "" : `${named.join(" or ")}, `;
}

function resolved(schema: Schema, schemas: Schemas): Schema {
	const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
	return name === undefined ? schema : (schemas[name] ?? {});
}
