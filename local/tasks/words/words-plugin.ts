import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { compileWords, pseudo, source } from "./compile-words.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const made = join(root, "client/words/made/");

const specifier = /^words\/([a-z]+)$/;
const parser = "@formatjs/icu-messageformat-parser";

/** The compiled words of each area and language: `session.de.js` of the build stands under `file`. */
type Compiled = { area: string; tag: string; file: string; code: string };

function hashOf(text: string, encoding: "base64" | "base64url"): string {
	return createHash("sha256").update(text).digest(encoding);
}

function compiled(): Compiled[] {
	return compileWords().map(({ area, tag }) => {
		const code = readFileSync(`${made}${area}.${tag}.js`, "utf8");
		return { area, tag, code, file: `assets/words-${area}.${tag}-${hashOf(code, "base64url").slice(0, 8)}.js` };
	});
}

/** An import map for each language, by which the browser finds the words of a screen beside its code. */
function importMaps(words: Compiled[]): Record<string, string> {
	const tags = [...new Set(words.map(({ tag }) => tag))];
	return Object.fromEntries(
		tags.map((tag) => {
			const imports = words.filter((one) => one.tag === tag).map(({ area, file }) => [`words/${area}`, `/${file}`]);
			return [tag, JSON.stringify({ imports: Object.fromEntries(imports) })];
		}),
	);
}

/**
 * Compiles the messages before the first module needs them, so that no page parses one. A build leaves `words/<area>` to
 * the import map that `client/public/theme.js` chooses: top-level await would cost every screen its chunks.
 */
export function words(): Plugin {
	let isBuild = false;
	let all: Compiled[] = [];
	let maps: Record<string, string> = {};
	return {
		name: "aqlcloud-words",
		config(_, { command }) {
			isBuild = command === "build";
			all = compiled();
			maps = importMaps(all);
			const sources = Object.values(maps).map((map) => ` 'sha256-${hashOf(map, "base64")}'`);
			return {
				define: { __IMPORT_MAP_SOURCES__: JSON.stringify(sources.join("")) },
				resolve: isBuild ? { alias: [{ find: new RegExp(`^${parser}$`), replacement: `${parser}/no-parser.js` }] } : {},
			};
		},
		resolveId(id) {
			const area = specifier.exec(id)?.[1];
			if (area === undefined) return null;
			return isBuild ? { id, external: true } : `${made}${area}.${process.env.AQLCLOUD_PSEUDO ? pseudo : source}.js`;
		},
		generateBundle() {
			if (this.environment.name !== "client") return;
			for (const { file, code } of all) this.emitFile({ type: "asset", fileName: file, source: code });
		},
		transformIndexHtml: {
			order: "post",
			handler: () =>
				isBuild
					? [
							{
								tag: "script",
								attrs: { type: "application/json", id: "words" },
								children: JSON.stringify(maps).replaceAll("<", "\\u003c"),
								injectTo: "head-prepend",
							},
						]
					: [],
		},
		writeBundle({ dir = "" }) {
			const path = join(dir, "_headers");
			if (this.environment.name !== "client" || !existsSync(path)) return;
			const sources = Object.values(maps).map((map) => ` 'sha256-${hashOf(map, "base64")}'`);
			const text = readFileSync(path, "utf8");
			writeFileSync(path, text.replace("script-src 'self'", `script-src 'self'${sources.join("")}`));
		},
		hotUpdate({ file }) {
			if (file.startsWith(join(root, "words/"))) all = compiled();
		},
	};
}
