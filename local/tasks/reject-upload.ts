import type { Plugin } from "vite";

const configName = "wrangler.json";
const rejection = "This is the build of a local run, which npm start made. To deploy: npm run deploy";

/**
 * A plain `wrangler deploy` takes what was built last, a local run's emulated user pool included. Wrangler runs a
 * configuration's build command before it uploads, and this one fails; the preview server runs none, and tests that
 * serve the build through wrangler say so by AQLCLOUD_SERVED.
 */
export function rejectUpload(): Plugin {
	return {
		name: "aqlcloud-refuse-upload",
		apply: "build",
		enforce: "post",
		generateBundle(_, bundle) {
			const config = bundle[configName];
			if (config?.type !== "asset") return;
			const command = `node -e "if (!process.env.AQLCLOUD_SERVED) { console.error('${rejection}'); process.exit(1) }"`;
			config.source = JSON.stringify({ ...JSON.parse(String(config.source)), build: { command } });
		},
	};
}
