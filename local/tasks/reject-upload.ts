import type { Plugin } from "vite";

const configName = "wrangler.json";
const rejection = "This is the build of a local run, which npm start made. To deploy: npm run deploy";

/** Makes a plain `wrangler deploy` of a local run's build fail. Tests that serve the build set AQLCLOUD_SERVED. */
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
