import { cloudflare, type WorkerConfig } from "@cloudflare/vite-plugin";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { localIngestSecret, localSettings } from "./local/local-settings.ts";
import { announceLocalRun } from "./local/tasks/announce.ts";
import { printRouteSizes } from "./local/tasks/route-sizes.ts";
import { routerOptions } from "./local/tasks/router-options.mjs";

// Nothing asks the internet at run time; without this the local runtime fetches its place on the map.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

/**
 * `vite dev`, and a build with `--mode laptop`, run the whole product on one local port:
 * console, backend and the local Worker with the emulated user pool. The plain build has
 * neither that Worker nor a binding to it.
 */
export default defineConfig(({ command, mode, isPreview }) => {
	const isLocalRun = command === "serve" || mode === "laptop";
	const localBinding = { binding: "LOCAL", service: "aqlcloud-local" };

	const consoleConfig = (config: WorkerConfig) => {
		if (!isLocalRun) return;
		config.services = [{ binding: "BACKEND", service: "aqlcloud-local", entrypoint: "BackendWire" }, localBinding];
		const isDevServer = command === "serve" && !isPreview;
		config.vars = { ...config.vars, ...localSettings, ...(isDevServer ? { DEV_SERVER: "on" } : {}) };
	};
	const backendConfig = (config: WorkerConfig) => {
		if (!isLocalRun) return;
		config.services = [...(config.services ?? []), localBinding];
		config.vars = { ...config.vars, ...localSettings, INGEST_SECRET: localIngestSecret };
	};

	// What nearly every screen shares goes into one file: as forty small ones it is 3 kB more, under gzip, for each.
	// Fewer sharers than that, and the signed-out screens would load what only the signed-in ones need.
	const sharedByMost = { name: "common", minShareCount: 30 };

	// Each file's name is in every page: what is a few lines and stands on many signed-in screens goes together.
	const small = {
		name: "console",
		test: /@tabler\/icons-react\/dist\/esm\/icons\/(?!IconCheck\.|IconCopy\.|IconX\.|IconCircle)|client\/(ui\/)?(?!password|second)[a-z]+(-[a-z]+)?-words\.|client\/(clock-choices|forms\/(giving-group|typed-(clock|number|setting)))\.|client\/ui\/(button-row|byte-size|calendar-date|empty-note|facts|figure|form-buttons|grace-(choices|select)|group-mark|late-dialog|meter|not-available|rows|schema-errors|status-chip|switch-chip|table-skeleton|time-display|wall-time)\.|shared\/(clock-drift|device-reading|quantity-titles|units)\.|react-query\/build\/modern\/use(Suspense)?Quer(y|ies)\./,
		minShareCount: 3,
	};
	// The signed-out screens have icons too, and would otherwise load all of the above for them.
	const icon = { name: "icon", test: /@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)\./ };
	// A field and what stands around it: as files of their own they are a kilobyte more before the sign-in. What they
	// share with the entry stays apart, or screens without a field would load all of it.
	const ids = { name: "use-id", test: /@mantine\/hooks\/esm\/(use-id|use-isomorphic-effect|utils\/random-id)\// };
	const field = {
		name: "field",
		test: /@mantine\/core\/esm\/components\/(CloseButton|Input|InputBase|TextInput)\/|client\/ui\/(callout|form-failure|local-note)\./,
		minShareCount: 2,
	};
	const output = { codeSplitting: { groups: [sharedByMost, icon, ids, field, small] } };

	return {
		environments: {
			client: { build: { rolldownOptions: { output } } },
		},
		server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 5173), strictPort: true },
		preview: { host: "127.0.0.1", port: Number(process.env.PORT ?? 5173), strictPort: true },
		publicDir: "client/public",
		build: {
			outDir: isLocalRun && command === "build" ? "dist/local" : "dist/deploy",
			sourcemap: "hidden",
		},
		plugins: [
			tanstackRouter(routerOptions),
			react(),
			cloudflare({
				inspectorPort: false,
				persistState: { path: process.env.AQLCLOUD_STATE ?? ".wrangler/state" },
				config: consoleConfig,
				auxiliaryWorkers: [
					{ configPath: "./backend/wrangler.toml", config: backendConfig },
					...(isLocalRun ? [{ configPath: "./local/wrangler.toml" }] : []),
				],
			}),
			printRouteSizes(),
			isLocalRun && announceLocalRun(),
		],
	};
});
