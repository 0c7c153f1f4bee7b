import type { Plugin } from "vite";

const names = /^ {2}\w+Route:\s+(\w+),$/gm;
const children = /(const \w+RouteChildren: \w+ = )\{\n((?: {2}\w+Route:\s+\w+,\n)+)\}/g;

/** Makes lists of the route tree's records, whose long names only the types need: they are a part of every first load. */
export function shortRouteTree(): Plugin {
	return {
		name: "aqlcloud-short-route-tree",
		apply: "build",
		enforce: "pre",
		transform: {
			filter: { id: /\/client\/route-tree\.gen\.ts$/ },
			handler: (code) =>
				code.replace(children, (_, start: string, listed: string) => `${start}[\n${listed.replace(names, "  $1,")}]`),
		},
	};
}
