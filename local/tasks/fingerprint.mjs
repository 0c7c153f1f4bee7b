// `npm run fingerprint [-- --out <folder>]`: a hash for each part that others rely on; a change of words keeps them all.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer, parseSync } from "vite";
import { readCommandLine } from "./command-line.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const {
	values: { out },
} = readCommandLine({ usage: "npm run fingerprint [-- --out <folder>]", options: { out: { type: "string" } } });

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
const read = (path) => readFileSync(join(root, path), "utf8");
const product = /^(shared|worker|backend|client|local)\/.*\.(ts|tsx|mjs|js)$/;
const platform = `
	export class DurableObject {}
	export class WorkerEntrypoint {}
	export const env = new Proxy({}, { get: () => undefined });
	export const waitUntil = () => undefined;
`;

const server = await createServer({
	root,
	configFile: false,
	logLevel: "error",
	appType: "custom",
	server: { middlewareMode: true, watch: null, ws: false },
	optimizeDeps: { noDiscovery: true },
	oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
	plugins: [
		{
			name: "platform",
			enforce: "pre",
			resolveId: (id) => (/^cloudflare:|\.(bin|sql)$/.test(id) ? `\0platform:${id}` : undefined),
			load(id) {
				if (!id.startsWith("\0platform:")) return undefined;
				return id.includes("cloudflare:") ? platform : "export default new Uint8Array();";
			},
		},
	],
});
const load = (path) => server.ssrLoadModule(`/${path}`);

const byText = (one, other) => (one < other ? -1 : Number(one > other));
const sorted = (lines) => lines.toSorted(byText);
const json = (value) => JSON.stringify(value, null, "\t");

const z = await load("node_modules/zod/v4/mini/index.js");

function schemaJson(schema, io) {
	return schema?._zod ? z.toJSONSchema(schema, { io, unrepresentable: "any" }) : String(typeof schema);
}

async function procedures() {
	const { appRouter } = await load("backend/router.ts");
	const listed = Object.entries(appRouter._def.procedures).map(([path, { _def }]) => [
		path,
		{
			type: _def.type,
			meta: _def.meta,
			inputs: _def.inputs.map((input) => schemaJson(input, "input")),
			output: _def.output ? schemaJson(_def.output, "output") : null,
		},
	]);
	return json(Object.fromEntries(listed.sort(([one], [other]) => byText(one, other))));
}

/** Exported schemas of `shared/` and the backend by content, without their names. */
async function schemas() {
	const lines = [];
	for (const path of tracked.filter(
		(path) => /^(shared|backend)\/.*\.ts$/.test(path) && /zod\/mini/.test(read(path)),
	)) {
		for (const value of Object.values(await load(path))) {
			if (value?._zod) lines.push(JSON.stringify([schemaJson(value, "input"), schemaJson(value, "output")]));
		}
	}
	return sorted(lines).join("\n");
}

async function openApi() {
	const origin = "https://console.example";
	const { openApiDocument } = await load("backend/openapi/document.ts");
	return json(openApiDocument(origin));
}

async function database() {
	const { getTableConfig, SQLiteTable } = await load("node_modules/drizzle-orm/sqlite-core/index.js");
	const { is } = await load("node_modules/drizzle-orm/index.js");
	const tables = new Map();
	for (const path of tracked.filter((path) => /^backend\/db\/.*schema\.ts$/.test(path))) {
		for (const value of Object.values(await load(path))) {
			if (!is(value, SQLiteTable)) continue;
			const { name, columns, indexes, primaryKeys, foreignKeys, uniqueConstraints } = getTableConfig(value);
			tables.set(name, {
				columns: columns.map((column) => ({
					name: column.name,
					type: column.getSQLType(),
					notNull: column.notNull,
					primary: column.primary,
					default: column.hasDefault ? String(column.default) : null,
					values: column.enumValues ?? null,
				})),
				indexes: indexes.map(({ config }) => [
					config.name,
					config.unique,
					config.columns.map(({ name }) => name ?? "sql"),
				]),
				keys: primaryKeys.map((key) => key.columns.map(({ name }) => name)),
				foreign: foreignKeys.map((key) => key.getName()),
				unique: uniqueConstraints.map((constraint) => constraint.getName()),
			});
		}
	}
	return json(Object.fromEntries([...tables].sort(([one], [other]) => byText(one, other))));
}

function walk(path, visit) {
	const { program, errors } = parseSync(path, read(path));
	if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
	const around = [];
	const go = (node) => {
		visit(node, around);
		around.push(node);
		for (const child of Object.values(node))
			for (const each of Array.isArray(child) ? child : [child]) if (typeof each?.type === "string") go(each);
		around.pop();
	};
	go(program);
}

const isSource = (node) => /^(Import|Export\w*)(Declaration|Expression)$|^TSImportType$/.test(node?.type ?? "");
const isPropertyName = (node, around) =>
	(around.at(-1)?.operator === "in" && around.at(-1).left === node) ||
	(around.at(-1)?.type === "TSLiteralType" &&
		around
			.slice(-4)
			.some(({ type, typeName }) => type === "TSIndexedAccessType" || /^(Pick|Omit)$/.test(typeName?.name ?? "")));

const writers = new Set([
	"log",
	"logFault",
	"logWarning",
	"recordFault",
	"recordJob",
	"recordRequest",
	"recordWork",
	"reportFault",
]);

function namesIn({ properties }) {
	return properties.flatMap(({ key, argument }) => {
		if (argument?.type === "ObjectExpression") return namesIn(argument);
		return key?.name ?? key?.value ?? "…";
	});
}

function productTexts() {
	const literals = [];
	const logged = [];
	const methods = [];
	for (const path of tracked.filter(
		(path) => product.test(path) && !/\.d\.ts$|\.gen\.ts$|^backend\/migrations\//.test(path),
	)) {
		walk(path, (node, around) => {
			if (node.type === "Literal" && typeof node.value === "string") {
				if (!isSource(around.at(-1)) && !isPropertyName(node, around) && !/^\.\.?\//.test(node.value))
					literals.push(node.value);
			}
			if (node.type === "Literal" && node.regex) literals.push(node.raw);
			if (node.type === "TemplateElement") literals.push(node.value.raw);
			if (node.type === "JSXText") literals.push(node.value.replace(/\s+/g, " ").trim());
			if (node.type === "CallExpression" && writers.has(node.callee.name ?? node.callee.property?.name))
				for (const given of node.arguments)
					if (given.type === "ObjectExpression") logged.push(sorted(namesIn(given)).join(" "));
			const parent = node.superClass?.callee ?? node.superClass;
			if (/^(DurableObject|WorkerEntrypoint)$/.test(parent?.name ?? ""))
				for (const { type, key, accessibility } of node.body.body)
					if (type === "MethodDefinition" && accessibility !== "private") methods.push(`${node.id?.name}.${key.name}`);
		});
	}
	const counted = new Map();
	for (const text of literals) counted.set(text, (counted.get(text) ?? 0) + 1);
	return {
		texts: sorted([...counted].map(([text, count]) => `${JSON.stringify(text)} ${count}`)).join("\n"),
		logged: sorted(logged).join("\n"),
		methods: sorted(methods).join("\n"),
	};
}

const filesUnder = (pattern) =>
	tracked
		.filter((path) => pattern.test(path))
		.map(
			(path) =>
				`${path} ${createHash("sha256")
					.update(readFileSync(join(root, path)))
					.digest("hex")}`,
		)
		.join("\n");

const { texts, logged, methods } = productTexts();
const parts = {
	procedures: await procedures(),
	schemas: await schemas(),
	"open-api": await openApi(),
	database: await database(),
	migrations: filesUnder(/^backend\/migrations\//),
	texts,
	logged,
	methods,
	styles: filesUnder(/\.css$/),
	"public-files": filesUnder(/^client\/public\/|wrangler\.toml$/),
	e2e: filesUnder(/^tests\/e2e\//),
	upgrade: filesUnder(/^tests\/upgrade\//),
	conformance: filesUnder(/^tests\/conformance\//),
};
await server.close();

if (out !== undefined) mkdirSync(out, { recursive: true });
for (const [name, text] of Object.entries(parts)) {
	if (out !== undefined) writeFileSync(join(out, `${name}.txt`), `${text}\n`);
	console.log(
		name.padEnd(14),
		createHash("sha256").update(text).digest("hex").slice(0, 16),
		`${text.split("\n").length} lines`,
	);
}
