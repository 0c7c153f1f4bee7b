import { fileURLToPath } from "node:url";
import { build } from "vite";

declare global {
	var oldConsole: typeof import("./old-console");
}

/** Bundles Amplify and its page as one classic script, as a browser of the old console loaded it. */
export async function bundleOldConsole(): Promise<string> {
	const built = await build({
		configFile: false,
		logLevel: "error",
		define: { "process.env.NODE_ENV": '"production"' },
		build: {
			write: false,
			lib: {
				entry: fileURLToPath(new URL("./old-console.ts", import.meta.url)),
				formats: ["iife"],
				name: "oldConsole",
			},
		},
	});
	const outputs = Array.isArray(built) ? built : [built];
	const [output] = outputs.flatMap((result) => ("output" in result ? result.output : []));
	if (output?.type !== "chunk") throw new Error("The bundle is empty.");
	return output.code;
}
