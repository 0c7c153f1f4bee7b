import { cloudflare, type WorkerConfig } from "@cloudflare/vite-plugin";
import { defineConfig, type PluginOption } from "vite";
import {
	localIngestSecret,
	localMessageSettings,
	localOperatorKey,
	localSessionKey,
	localSettings,
} from "./local/local-settings.ts";
import { localPassword } from "./local/personas.ts";
import { announceLocalRun, compressAssets } from "./local/tasks/announce.ts";
import { clientChunks } from "./local/tasks/client-chunks.ts";
import { variablesIn } from "./local/tasks/deploy/environment.ts";
import { isEnvironmentName } from "./local/tasks/deploy/environment-names.ts";
import { configurePage, errorVariables } from "./local/tasks/error-reporting.ts";
import { fontAssets } from "./local/tasks/font-assets.ts";
import { plainChart } from "./local/tasks/plain-chart.ts";
import { rejectUpload } from "./local/tasks/reject-upload.ts";
import { routeSizes } from "./local/tasks/route-sizes.ts";
import { routerOptions } from "./local/tasks/router-options.mjs";
import { shortRouteTree } from "./local/tasks/short-route-tree.ts";
import { words } from "./local/tasks/words/words-plugin.ts";
import { workerOutput } from "./local/tasks/worker-output.mjs";

process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

/** Wrangler uploads `.bin` files as bytes, but not fonts. */
function workerAssetName({ names }: { names: string[] }): string {
	return `assets/[name]-[hash]${names.some((name) => name.endsWith(".ttf")) ? ".bin" : "[extname]"}`;
}

async function clientTranslators(): Promise<PluginOption[]> {
	const { tanstackRouter } = await import("@tanstack/router-plugin/vite");
	const { default: react } = await import("@vitejs/plugin-react");
	return [words(), shortRouteTree(), tanstackRouter(routerOptions), react()];
}

/**
 * `vite dev`, and a build with `--mode laptop`, include the local Worker with the emulated user pool. The plain build
 * has neither that Worker nor a binding to it.
 */
export default defineConfig(({ command, mode, isPreview }) => {
	const isLocalRun = command === "serve" || mode === "laptop";
	// Vite keeps an existing value, and `npm run deploy` has already set "development" by loading modules.
	if (command === "build") process.env.NODE_ENV = "production";
	const localBinding = { binding: "LOCAL", service: "aqlcloud-local" };
	const localFontsBinding = { binding: "FONTS", service: "aqlcloud-local", entrypoint: "LocalFonts" };
	const localEmailBinding = { binding: "EMAIL", service: "aqlcloud-local", entrypoint: "LocalEmail" };
	const port = Number(process.env.PORT ?? 5173);

	const environment = process.env.AQLCLOUD_ENVIRONMENT ?? "production";
	if (!isEnvironmentName(environment)) throw new Error(`There is no environment ${environment}`);
	const vars = variablesIn(environment, `${import.meta.dirname}/wrangler.toml`);
	const backendVars = variablesIn(environment, `${import.meta.dirname}/backend/wrangler.toml`);
	const errors = errorVariables({ root: import.meta.dirname, isLocalRun, vars });
	// Local runs record the Workers' reports. Pages report only if enabled, because it slows every screen.
	const isPageConfigured = !isLocalRun || process.env.AQLCLOUD_ERROR_REPORTING === "on";

	const consoleConfig = (config: WorkerConfig) => {
		config.vars = { ...vars, ...errors };
		if (!isLocalRun) return;
		config.services = [{ binding: "BACKEND", service: "aqlcloud-local", entrypoint: "BackendWire" }, localBinding];
		config.ratelimits = config.ratelimits?.map((limit) =>
			limit.name === "AUTH_BY_ADDRESS" ? { ...limit, simple: { ...limit.simple, limit: 10_000 } } : limit,
		);
		const isDevServer = command === "serve" && !isPreview;
		const demo = { email: "owner@aqlcloud.test", password: localPassword };
		const own = { DEMO_SIGN_IN: demo, ...(isDevServer ? { DEV_SERVER: "on" } : {}) };
		config.vars = { ...config.vars, ...localSettings, SESSION_KEY: localSessionKey, ...own };
	};
	const backendConfig = (config: WorkerConfig) => {
		config.vars = { ...backendVars, ...errors };
		if (!isLocalRun) return;
		config.services = [...(config.services ?? []), localBinding, localEmailBinding, localFontsBinding];
		config.send_email = [];
		const secrets = { INGEST_SECRET: localIngestSecret, SSO_PUBLIC_KEY: localOperatorKey.publicKey };
		config.vars = { ...config.vars, ...localSettings, ...localMessageSettings, ...secrets };
	};

	return {
		environments: {
			client: {
				// Drops unused parts of the SDK; client/error-reporting/ packs recordings itself.
				define: { __SENTRY_DEBUG__: "false", __SENTRY_EXCLUDE_REPLAY_WORKER__: "true" },
				build: { rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } } },
			},
			aqlcloud: { build: { rolldownOptions: { output: workerOutput } } },
			aqlcloud_backend: {
				build: { rolldownOptions: { output: { ...workerOutput, assetFileNames: workerAssetName } } },
			},
			...(isLocalRun && {
				aqlcloud_local: { build: { rolldownOptions: { output: { assetFileNames: workerAssetName } } } },
			}),
		},
		server: { host: "127.0.0.1", port, strictPort: true },
		// Pages of other sites must not read this machine's responses.
		preview: { host: "127.0.0.1", port, strictPort: true, cors: false },
		publicDir: "client/public",
		build: {
			outDir: isLocalRun && command === "build" ? "dist/local" : "dist/deploy",
			// Only a deployment uploads source maps. They, and the sizes of all files, take a fifth of a build.
			sourcemap: isLocalRun ? false : "hidden",
			reportCompressedSize: false,
			modulePreload: {
				polyfill: false,
				// client/public/preload.js requests what the page lists for each screen; the entry names only styles.
				resolveDependencies: (_, files, { hostId }) =>
					hostId.startsWith("assets/index-") ? files.filter((file) => file.endsWith(".css")) : files,
			},
		},
		plugins: [
			compressAssets(),
			isPreview ? [] : clientTranslators(),
			cloudflare({
				inspectorPort: false,
				persistState: { path: process.env.AQLCLOUD_STATE ?? ".wrangler/state" },
				config: consoleConfig,
				auxiliaryWorkers: [
					{ configPath: "./backend/wrangler.toml", config: backendConfig },
					...(isLocalRun ? [{ configPath: "./local/wrangler.toml" }] : []),
				],
			}),
			routeSizes(),
			plainChart(),
			!isLocalRun && fontAssets(),
			isPageConfigured && configurePage(errors),
			isLocalRun && announceLocalRun(),
			isLocalRun && rejectUpload(),
		],
	};
});
