import { createHash } from "node:crypto";
import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuiltConfig, uploadConfig } from "./upload-config.ts";
import type { Wanted, WorkerKind } from "./wanted.ts";

export const builtFolders: Record<WorkerKind, string> = {
	backend: "dist/deploy/aqlcloud_backend",
	console: "dist/deploy/aqlcloud",
};
const clientFolder = "dist/deploy/client";
const fontsFolder = "dist/deploy/fonts";

export const migrationsFolder = "backend/migrations/directory";

export function readBuiltConfig(root: string, worker: WorkerKind): BuiltConfig {
	return JSON.parse(readFileSync(join(root, builtFolders[worker], "wrangler.json"), "utf8"));
}

export function listMigrations(root: string): string[] {
	return readdirSync(join(root, migrationsFolder))
		.filter((name) => name.endsWith(".sql"))
		.sort();
}

export function readDigests(root: string, wanted: Wanted): Record<WorkerKind, string> {
	return { backend: digestOf(root, "backend", wanted), console: digestOf(root, "console", wanted) };
}

/** Digest of code and settings, without paths of this machine and ids of the account. */
function digestOf(root: string, worker: WorkerKind, wanted: Wanted): string {
	const hash = createHash("sha256");
	const folders = worker === "console" ? [builtFolders.console, clientFolder] : [builtFolders.backend, fontsFolder];
	for (const folder of folders) {
		for (const path of filesIn(join(root, folder))) {
			hash.update(`${folder}/${path}\0`).update(readFileSync(join(root, folder, path)));
		}
	}
	const {
		configPath: _,
		userConfigPath: __,
		...config
	} = uploadConfig(readBuiltConfig(root, worker), {
		wanted,
		accountId: null,
		database: null,
	});
	return hash.update(JSON.stringify(config)).digest("hex").slice(0, 32);
}

const notUploaded = /^(?:wrangler(?:\.upload)?\.json|.*\.map|\.vite\/.*|\.assetsignore)$/;

function filesIn(folder: string): string[] {
	return globSync("**/*", { cwd: folder })
		.filter((path) => !notUploaded.test(path) && statSync(join(folder, path)).isFile())
		.sort();
}

type Size = { files: number; bytes: number; gzipBytes: number };

export function measureBuilt(root: string): Record<WorkerKind | "pages", Size> {
	const measure = (folder: string): Size => {
		const contents = filesIn(join(root, folder)).map((path) => readFileSync(join(root, folder, path)));
		const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
		return {
			files: contents.length,
			bytes: sum(contents.map(({ length }) => length)),
			gzipBytes: sum(contents.map((content) => gzipSync(content).length)),
		};
	};
	return {
		backend: measure(builtFolders.backend),
		console: measure(builtFolders.console),
		pages: measure(clientFolder),
	};
}
