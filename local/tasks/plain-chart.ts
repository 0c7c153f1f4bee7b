import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const folder = fileURLToPath(new URL("../../node_modules/uplot/dist/", import.meta.url));

const files = {
	"uplot.js": { source: "uPlot.iife.min.js", type: "text/javascript" },
	"uplot.css": { source: "uPlot.min.css", type: "text/css" },
};

/** Serves the library of charts as plain files, for the page of public links, which has no bundle. */
export function plainChart(): Plugin {
	return {
		name: "plain-chart",
		applyToEnvironment: ({ name }) => name === "client",
		generateBundle() {
			for (const [fileName, { source }] of Object.entries(files)) {
				this.emitFile({ type: "asset", fileName, source: readFileSync(folder + source) });
			}
		},
		configureServer({ middlewares }) {
			for (const [fileName, { source, type }] of Object.entries(files)) {
				middlewares.use(`/${fileName}`, (_, response) => {
					response.setHeader("content-type", type);
					response.end(readFileSync(folder + source));
				});
			}
		},
	};
}
