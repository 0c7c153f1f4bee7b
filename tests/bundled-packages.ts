import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Every package that some folders import. */
export function importedPackages(...folders: string[]): string[] {
	const sources = folders.flatMap((folder) =>
		globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8")),
	);
	const specifiers = sources.flatMap((source) => [
		...source.matchAll(/^(?:import|\}) .*\bfrom "([^."][^"]*)";$/gm),
		...source.matchAll(/\bimport\("([^."][^"]*)"\)/g),
	]);
	return [...new Set(specifiers.map(([, specifier]) => specifier ?? ""))].filter((name) => !name.endsWith(".css"));
}

/** The backend's packages, each as one file: file by file they are half of a start, and late ones take a test's time. */
export const backendPackages = {
	optimizer: {
		ssr: {
			enabled: true,
			include: importedPackages("backend", "shared").filter((name) => !/^(#|cloudflare:|node:)|\?/.test(name)),
			rolldownOptions: { external: [/^(cloudflare|node):/] },
		},
	},
};
