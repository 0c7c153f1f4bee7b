import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { compileWords, isOnPages, pseudo, readWords, wholeLanguages } from "./compile-words.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));

const specifier = /^#words\/([a-z-]+)\.js$/;
const virtual = "\0words:";
const parser = "@formatjs/icu-messageformat-parser";

/** Areas that most screens need together are one file. Each other area has its own. */
const filesOfSeveral: Record<string, readonly string[]> = {
	"first-screen": ["first-screen", "sentences"],
	log: ["charts", "device", "log"],
	parts: [
		...["common", "derived", "entities", "errors", "failures", "fields", "forms", "formulas", "lines", "lists"],
		...["schedules", "shell", "unsent"],
	],
};

function fileOf(area: string): string {
	return Object.keys(filesOfSeveral).find((file) => filesOfSeveral[file]?.includes(area)) ?? area;
}

/** Files of the pages' words, and the folder of each language that a page can have. */
type PageWords = { files: { fileName: string; source: string }[]; folders: Record<string, string> };

function hashOf(text: string, encoding: "base64" | "base64url"): string {
	return createHash("sha256").update(text).digest(encoding);
}

function compiled(): PageWords {
	const areas = readWords();
	const pages = compileWords({ areas }).filter(({ area }) => isOnPages(area));
	const found: PageWords = { files: [], folders: {} };
	for (const tag of [...wholeLanguages(areas).screens, pseudo]) {
		const own = pages.filter((one) => one.tag === tag);
		const folder = `assets/words/${tag}-${hashOf(own.map(({ code }) => code).join(""), "base64url").slice(0, 8)}/`;
		found.folders[tag] = `/${folder}`;
		for (const [file, areas] of Map.groupBy(own, ({ area }) => fileOf(area))) {
			const words = areas.map(
				({ area, code }) => `${JSON.stringify(area)}:${code.slice("export default ".length, -2)}`,
			);
			found.files.push({ fileName: `${folder}${file}.js`, source: `export default {${words.join(",")}};\n` });
		}
	}
	return found;
}

/** `client/public/theme.js` writes the same text: the content security policy names the hash of each. */
function mapSources({ folders }: PageWords): string {
	const maps = Object.values(folders).map((folder) => JSON.stringify({ imports: { "#words/": folder } }));
	return maps.map((map) => ` 'sha256-${hashOf(map, "base64")}'`).join("");
}

/**
 * Compiles the messages before the first module needs them, so that no page parses one. A build leaves `#words/<area>.js`
 * to the import map that `client/public/theme.js` chooses: top-level await would cost every screen its chunks. Everywhere
 * else, `imports` of package.json finds English.
 */
export function words(): Plugin {
	let isBuild = false;
	let all: PageWords = { files: [], folders: {} };
	return {
		name: "aqlcloud-words",
		enforce: "pre",
		config(_, { command }) {
			isBuild = command === "build";
			all = compiled();
			return {
				define: { __IMPORT_MAP_SOURCES__: JSON.stringify(mapSources(all)) },
				resolve: isBuild ? { alias: [{ find: new RegExp(`^${parser}$`), replacement: `${parser}/no-parser.js` }] } : {},
			};
		},
		resolveId(id, importer) {
			const area = specifier.exec(id)?.[1];
			if (area === undefined || this.environment.name !== "client") return null;
			if (isBuild) return importer?.startsWith(virtual) ? { id, external: true } : virtual + area;
			return process.env.AQLCLOUD_PSEUDO ? `${root}shared/words/made/${pseudo}/${area}.js` : null;
		},
		load(id) {
			if (!id.startsWith(virtual)) return null;
			const area = id.slice(virtual.length);
			return `import words from "#words/${fileOf(area)}.js";\nexport default words[${JSON.stringify(area)}];\n`;
		},
		generateBundle() {
			if (this.environment.name !== "client") return;
			for (const file of all.files) this.emitFile({ type: "asset", ...file });
		},
		transformIndexHtml: {
			order: "post",
			handler: () =>
				isBuild
					? [
							{
								tag: "script",
								attrs: { type: "application/json", id: "words" },
								children: JSON.stringify(all.folders),
								injectTo: "head-prepend",
							},
						]
					: [],
		},
		writeBundle({ dir = "" }) {
			const path = join(dir, "_headers");
			if (this.environment.name !== "client" || !existsSync(path)) return;
			const text = readFileSync(path, "utf8");
			writeFileSync(path, text.replace("script-src 'self'", `script-src 'self'${mapSources(all)}`));
		},
		hotUpdate({ file }) {
			if (file.startsWith(join(root, "words/"))) all = compiled();
		},
	};
}
