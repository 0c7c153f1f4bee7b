import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { backendFonts, backendWorker, eagerImports } from "../backend/backend-project.ts";
import { backendPackages } from "../bundled-packages.ts";

const states = fileURLToPath(new URL("./states/", import.meta.url));

/** Runs apart from the backend's tests, as these replace the whole directory. */
export default defineProject({
	cacheDir: "../../node_modules/.vite/upgrade-tests",
	resolve: { alias: [backendFonts] },
	plugins: [
		eagerImports,
		cloudflareTest(async () => {
			const { wrangler, miniflare } = await backendWorker();
			return {
				wrangler,
				miniflare: {
					...miniflare,
					serviceBindings: {
						...miniflare.serviceBindings,
						// The Workers runtime reaches no disk. Null: this run stores nothing.
						STATES: async (request: { url: string; text(): Promise<string> }) => {
							if (!process.env.KEEP_STATE) return new Response(null, { status: 404 });
							writeFileSync(`${states}${new URL(request.url).pathname.slice(1)}`, await request.text());
							return new Response(null, { status: 204 });
						},
					},
				},
			};
		}),
	],
	test: {
		name: "upgrade",
		isolate: false,
		include: ["**/*.test.ts"],
		setupFiles: ["../backend/set-up.ts"],
		testTimeout: 30_000,
		deps: backendPackages,
	},
});
