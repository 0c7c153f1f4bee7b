import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import bcd, { type CompatStatement, type Identifier, type SimpleSupportStatement } from "@mdn/browser-compat-data";
import { parseSync, Visitor } from "oxc-parser";
import { parse } from "postcss";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["dist/local/client/assets/", "client/public/"];

/** The oldest versions that the build's syntax is lowered to: Vite's `baseline-widely-available`. */
const oldest = { chrome: 111, firefox: 114, safari: 16.4 } as const;

/** Calls that are made only where the browser has them, and methods of other things with the name of a newer one. */
const guarded = {
	"Error.captureStackTrace": "called where it exists",
	"Error.stackTraceLimit": "an assignment that other browsers ignore",
	"PublicKeyCredential.parseCreationOptionsFromJSON": "client/api/passkey-api.ts looks for its sibling first",
	"PublicKeyCredential.parseRequestOptionsFromJSON": "called where it exists",
	"URL.canParse": "called where it exists",
	"AbortSignal.any": "client/base/any-signal.ts calls it where it exists",
	".difference()": "of a unit",
	".drop()": "of the live connection",
	".toArray()": "of React's children",
	".use()": "of React",
} as const;

function sources(ending: string): { path: string; text: string }[] {
	return folders.flatMap((folder) =>
		readdirSync(root + folder)
			.filter((name) => name.endsWith(ending))
			.map((name) => ({ path: folder + name, text: readFileSync(root + folder + name, "utf8") })),
	);
}

function versionOf({ version_added: added }: SimpleSupportStatement): number {
	return typeof added === "string" && added !== "preview"
		? Number.parseFloat(added.replace("≤", ""))
		: Number.POSITIVE_INFINITY;
}

/** The browsers whose oldest version lacks the feature. */
function lackingIn(compat: CompatStatement | undefined): string[] {
	return Object.entries(oldest)
		.filter(([browser, version]) => {
			const support = compat?.support[browser as keyof typeof oldest]; // a key of `oldest`
			if (!support || typeof support === "string") return false;
			const statements = [support]
				.flat()
				.filter(({ flags, prefix, alternative_name: other }) => !flags && !prefix && !other);
			return !statements.some((statement) => versionOf(statement) <= version);
		})
		.map(([browser]) => browser);
}

function membersOf(feature: Identifier): [string, Identifier][] {
	const { __compat, ...members } = feature;
	return Object.entries(members);
}

type Known = { statics: Map<string, string[]>; methods: Map<string, string[]> };

/** What globals and their instances offer, and which browsers lack it. A method's name that one old class has is old. */
function knownFeatures(): Known {
	const statics = new Map<string, string[]>();
	const methods = new Map<string, string[]>();
	const isOld = new Set<string>();
	const addClass = (name: string, members: Identifier) => {
		statics.set(name, lackingIn(members.__compat));
		for (const [key, member] of membersOf(members)) {
			if (key === name) continue;
			const lacking = lackingIn(member.__compat);
			statics.set(`${name}.${key.replace(/_static$/, "")}`, lacking);
			if (lacking.length === 0) isOld.add(key);
			else if (bcd.javascript.builtins?.[name]) methods.set(key, lacking);
		}
	};
	for (const classes of [bcd.javascript.builtins, bcd.api])
		for (const [name, members] of membersOf(classes ?? {})) addClass(name, members);
	for (const name of isOld) methods.delete(name);
	return { statics, methods };
}

const { statics, methods } = knownFeatures();

function newerCalls(text: string): string[] {
	const found: string[] = [];
	const meet = (name: string, lacking: string[] | undefined) => {
		if (lacking && lacking.length > 0 && !(name in guarded)) found.push(`${name}: not in ${lacking.join(", ")}`);
	};
	new Visitor({
		NewExpression({ callee }) {
			if (callee.type === "Identifier") meet(callee.name, statics.get(callee.name));
		},
		MemberExpression({ object, property, computed }) {
			if (computed || object.type !== "Identifier" || property.type !== "Identifier") return;
			meet(`${object.name}.${property.name}`, statics.get(`${object.name}.${property.name}`));
		},
		CallExpression({ callee }) {
			if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
			const isOfGlobal = callee.object.type === "Identifier" && statics.has(callee.object.name);
			if (!isOfGlobal) meet(`.${callee.property.name}()`, methods.get(callee.property.name));
		},
	}).visit(parseSync("built.js", text).program);
	return found;
}

const functions = new Map(
	Object.values(bcd.css.types ?? {}).flatMap((type) =>
		Object.entries(type).map(([name, feature]) => [name, lackingIn(feature.__compat)] as const),
	),
);

/** A browser drops a declaration with a function that it does not know, and all in an at-rule. */
function newerStyles(text: string): string[] {
	const found: string[] = [];
	parse(text).walk((node) => {
		if (node.type === "decl")
			for (const [, name = ""] of node.value.matchAll(/([a-z-]+)\(/g))
				if ((functions.get(name)?.length ?? 0) > 0) found.push(`${name}(): not in ${functions.get(name)?.join(", ")}`);
		if (node.type !== "atrule") return;
		const lacking = lackingIn(bcd.css["at-rules"]?.[node.name]?.__compat);
		if (lacking.length > 0) found.push(`@${node.name}: not in ${lacking.join(", ")}`);
	});
	return found;
}

describe("the browsers that the build is for", () => {
	it("know every call of the built scripts", () => {
		const found = sources(".js").flatMap(({ path, text }) => newerCalls(text).map((call) => `${path}: ${call}`));
		expect(found).toEqual([]);
	});

	it("know every function and rule of the built style sheets", () => {
		const found = sources(".css").flatMap(({ path, text }) => newerStyles(text).map((style) => `${path}: ${style}`));
		expect(found).toEqual([]);
	});

	it("differ from newer ones by the same reading", () => {
		const newer = "Promise.withResolvers(); list.toSorted(); text.toWellFormed(); Map.groupBy(list)";
		expect(newerCalls(newer).map((call) => call.split(":")[0])).toEqual([
			"Promise.withResolvers",
			".toSorted()",
			".toWellFormed()",
			"Map.groupBy",
		]);
		expect(newerStyles("p { color: light-dark(#000, #fff); width: min(1px, 2px) }")).toHaveLength(1);
		expect(newerCalls("list.map(); Promise.all([]); new Map()")).toEqual([]);
	});
});
