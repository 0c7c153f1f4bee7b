import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import superjson from "superjson";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";
import { earlyCalls } from "../../shared/session/early-calls.ts";

type Chunk = {
	/** Words of an area have the name that the page's import map resolves. */
	file: string;
	/** The file of these words in English. */
	asset?: string;
	length: number;
	isEntry: boolean;
	imports: string[];
	dynamicImports: string[];
	styles: string[];
	/** Route files below client/routes with split code in this chunk, without extensions. */
	routes: string[];
	packages: string[];
};

export type ScreenSize = {
	path: string;
	/** kB under gzip -9: the entry, the layouts, the screen and all imports. */
	kilobytes: number;
	packages: string[];
	laterPackages: string[];
};

/** First requests of a screen's loader at its URL without a search, in order; a test runs the loader. */
const firstCalls: Record<string, [procedure: string, input?: object][]> = {
	"/dashboard": [
		["device.getOverview", { hours: 24 }],
		["group.getGroups"],
		["firstSteps.getFirstSteps"],
		["alert.getEvents", { limit: 4 }],
		["account.getCurrent"],
	],
};

export function firstBatchOf(path: string): string | undefined {
	const calls = firstCalls[path];
	if (!calls) return undefined;
	const inputs = Object.fromEntries(calls.map(([, input], index) => [index, superjson.serialize(input)]));
	const procedures = calls.map(([procedure]) => procedure).join(",");
	return `/api/proxy/${procedures}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

const graphName = "client-chunks.json";
const isRouteModule = /\/client\/routes\/(.+)\.tsx\?(?:.*&)?tsr-split=/;
const isWordsFile = /^assets\/words\/en-[^/]{8}\/([a-z-]+\.js)$/;
const packageName = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

function matchesOf(ids: string[], pattern: RegExp): string[] {
	return [...new Set(ids.flatMap((id) => pattern.exec(id)?.[1] ?? []))].sort();
}

/** TanStack Router's file naming: both folders and dots nest. */
function segmentsOf(route: string): string[] {
	return route.split(/[/.]/).filter((segment) => segment !== "route");
}

function isWithin(layout: string, route: string): boolean {
	const outer = segmentsOf(layout);
	const inner = segmentsOf(route);
	return outer.length < inner.length && outer.every((segment, index) => segment === inner[index]);
}

function pathOf(route: string): string {
	const segments = segmentsOf(route);
	const shown = segments
		.filter((segment) => !segment.startsWith("_") && segment !== "index")
		.map((segment) => segment.replace(/_$/, ""));
	const isBelowAnother = shown.length > 0 && segments.at(-1) === "index";
	return `/${shown.join("/")}${isBelowAnother ? "/" : ""}`;
}

type Screen = { path: string; isPublic: boolean; needed: Chunk[]; later: Chunk[] };

function screensOf(chunks: Chunk[]): Screen[] {
	const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));

	function closure(start: Chunk[], next: (chunk: Chunk) => string[]): Chunk[] {
		const reached = new Set(start);
		for (const chunk of reached) {
			for (const file of next(chunk)) {
				const imported = byFile.get(file);
				if (imported) reached.add(imported);
			}
		}
		return [...reached];
	}
	const isScreenOfItsOwn = (file: string) => (byFile.get(file)?.routes.length ?? 0) > 0;

	const entries = chunks.filter(({ isEntry }) => isEntry);
	const routes = [...new Set(chunks.flatMap((chunk) => chunk.routes))].sort();
	const screens = routes.filter((route) => !routes.some((other) => isWithin(route, other)));
	return screens.map((screen) => {
		const isPart = (route: string) => route === "__root" || route === screen || isWithin(route, screen);
		const parts = chunks.filter((chunk) => chunk.routes.some(isPart));
		const needed = closure([...entries, ...parts], ({ imports }) => imports);
		const later = closure(parts, ({ imports, dynamicImports }) => [
			...imports,
			...dynamicImports.filter((file) => !isScreenOfItsOwn(file)),
		]);
		return { path: pathOf(screen), isPublic: isWithin("_public", screen), needed, later };
	});
}

const wordsFolder = /^assets\/words\/[^/]+\//;

/** `folder`: of the words of another language than English. */
export function measureScreens(outDir: string, folder?: string): ScreenSize[] {
	const chunks = JSON.parse(readFileSync(join(outDir, graphName), "utf8")) as Chunk[]; // written below, by the same build
	const gzipped = new Map<string, number>();

	function gzipBytes({ file, asset = file }: Chunk): number {
		const known = gzipped.get(file);
		if (known !== undefined) return known;
		const path = folder === undefined ? asset : asset.replace(wordsFolder, folder.slice(1));
		const bytes = gzipSync(readFileSync(join(outDir, "client", path)), { level: 9 }).length;
		gzipped.set(file, bytes);
		return bytes;
	}
	const packagesOf = (needed: Chunk[]) => [...new Set(needed.flatMap(({ packages }) => packages))].sort();
	return screensOf(chunks).map(({ path, needed, later }) => ({
		path,
		kilobytes: needed.reduce((sum, chunk) => sum + gzipBytes(chunk), 0) / 1_000,
		packages: packagesOf(needed),
		laterPackages: packagesOf(later.filter((chunk) => !needed.includes(chunk))),
	}));
}

/** Data in the page, because inline scripts are forbidden; `client/public/preload.js` reads it. */
function preloadTag(chunks: Chunk[]): HtmlTagDescriptor {
	const screens = screensOf(chunks).map(({ path, isPublic, needed }) => {
		// Longest first: HTTP/1 browsers request six at a time, and styles only delay rendering.
		const wanted = needed.filter(({ isEntry }) => !isEntry).toSorted((a, b) => b.length - a.length);
		const files = [...new Set([...wanted.map(({ file }) => file), ...wanted.flatMap(({ styles }) => styles)])];
		return { path, files, questions: isPublic ? ["/api/auth/config"] : [] };
	});
	const files = [...new Set(screens.flatMap((screen) => screen.files))];
	const content = {
		files,
		screens: screens.map(({ path, files: wanted, questions }) => [
			path,
			wanted.map((file) => files.indexOf(file)),
			questions,
			...[firstBatchOf(path) ?? []].flat(),
		]),
		calls: earlyCalls,
	};
	return {
		tag: "script",
		attrs: { type: "application/json", id: "screens" },
		children: JSON.stringify(content).replaceAll("<", "\\u003c"),
		injectTo: "head-prepend",
	};
}

function chunksOf(bundle: Rolldown.OutputBundle): Chunk[] {
	return Object.values(bundle).flatMap((output): Chunk[] => {
		if (output.type !== "chunk") {
			const area = isWordsFile.exec(output.fileName)?.[1];
			if (area === undefined) return [];
			const none = { isEntry: false, imports: [], dynamicImports: [], styles: [], routes: [], packages: [] };
			return [{ ...none, file: `#words/${area}`, asset: output.fileName, length: output.source.length }];
		}
		const { fileName, code, isEntry, imports, dynamicImports, moduleIds, facadeModuleId, viteMetadata } = output;
		return [
			{
				file: fileName,
				length: code.length,
				isEntry,
				imports,
				dynamicImports,
				styles: [...(viteMetadata?.importedCss ?? [])],
				routes: matchesOf(facadeModuleId ? [...moduleIds, facadeModuleId] : moduleIds, isRouteModule),
				packages: matchesOf(moduleIds, packageName),
			},
		];
	});
}

export function routeSizes(): Plugin {
	let outDir = "";
	return {
		name: "aqlcloud-route-sizes",
		apply: "build",
		applyToEnvironment: ({ name }) => name === "client",
		transformIndexHtml: { order: "post", handler: (_, { bundle }) => (bundle ? [preloadTag(chunksOf(bundle))] : []) },
		writeBundle({ dir = "" }, bundle) {
			outDir = join(dir, "..");
			writeFileSync(join(outDir, graphName), JSON.stringify(chunksOf(bundle)));
		},
		closeBundle() {
			if (outDir === "") return;
			const lines = measureScreens(outDir).map(
				({ path, kilobytes }) => `  ${kilobytes.toFixed(1).padStart(6)} kB  ${path}`,
			);
			this.environment.logger.info(`\nJavaScript of each screen, gzip -9:\n${lines.join("\n")}\n`);
		},
	};
}
