// `npm run procedures`: writes docs/procedures.md, the file of each procedure, from the routers' source.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync } from "vite";
import { readCommandLine } from "./command-line.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = "docs/procedures.md";

function readModule(file) {
	const { body } = parseSync(file, readFileSync(file, "utf8")).program;
	const imports = new Map();
	for (const { type, source, specifiers } of body) {
		if (type !== "ImportDeclaration" || !source.value.startsWith(".")) continue;
		const from = join(dirname(file), `${source.value}.ts`);
		for (const { local, imported } of specifiers ?? [])
			imports.set(local.name, { file: from, name: imported?.name ?? local.name });
	}
	const variables = body.flatMap((one) => {
		const declaration = one.type === "ExportNamedDeclaration" ? one.declaration : one;
		return declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
	});
	return { file, imports, variables: new Map(variables.map(({ id, init }) => [id.name, init])) };
}

/** Calls of a chain such as `procedureFor("viewFleet").input(X).query(y)`, last one first. */
function callsOf(node) {
	const calls = [];
	for (let one = node; one?.type === "CallExpression"; one = one.callee.object) {
		const { callee } = one;
		calls.push({ name: callee.property?.name ?? callee.name, args: one.arguments });
		if (callee.type !== "MemberExpression") break;
	}
	return calls;
}

/** Name of the resolver, which is passed directly or called by an arrow function. */
function resolverName(argument) {
	if (argument?.type === "Identifier") return argument.name;
	const called = argument?.body?.type === "AwaitExpression" ? argument.body.argument : argument?.body;
	return called?.type === "CallExpression" && called.callee.type === "Identifier" ? called.callee.name : null;
}

function proceduresOf(module, node, path) {
	if (node.type === "Identifier") {
		const known = module.imports.get(node.name);
		if (!known) return proceduresOf(module, module.variables.get(node.name), path);
		const other = readModule(known.file);
		return proceduresOf(other, other.variables.get(known.name), path);
	}
	const [last, ...before] = callsOf(node);
	if (last.name === "mergeRouters") return last.args.flatMap((one) => proceduresOf(module, one, path));
	if (last.name === "router") {
		return last.args[0].properties.flatMap(({ key, value }) => proceduresOf(module, value, [...path, key.name]));
	}
	if (!["query", "mutation"].includes(last.name))
		throw new Error(`${path.join(".")} in ${module.file} is no procedure`);
	const resolver = resolverName(last.args[0]);
	const file = module.imports.get(resolver)?.file ?? module.file;
	const permission = before.at(-1)?.args[0]?.value ?? "signed in";
	return [{ name: path.join("."), kind: last.name, permission, file: relative(root, file) }];
}

function listProcedures() {
	const module = readModule(join(root, "backend/router.ts"));
	return proceduresOf(module, module.variables.get("appRouter"), []);
}

export function procedurePage() {
	const rows = listProcedures().map(
		({ name, kind, permission, file }) => `| \`${name}\` | ${kind} | ${permission} | \`${file}\` |`,
	);
	return `# Procedures

Which file runs when a client calls a name. Input and output have their schemas in \`shared/\`, the permission in \`shared/account/permissions.ts\`. \`npm run procedures\` writes this page from the routers.

| name | kind | permission | file |
|---|---|---|---|
${rows.join("\n")}
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	readCommandLine({ usage: "npm run procedures" });
	writeFileSync(join(root, page), procedurePage());
}
