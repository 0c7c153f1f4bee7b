const split = ["loader", "component", "errorComponent", "notFoundComponent"];

export const routerOptions = {
	target: "react",
	routesDirectory: "./client/routes",
	generatedRouteTree: "./client/route-tree.gen.ts",
	quoteStyle: "double",
	semicolons: true,
	autoCodeSplitting: true,
	codeSplittingOptions: {
		// Loaders otherwise stay in the entry chunk and pull tRPC and the query client into /login.
		defaultBehavior: [[...split, "pendingComponent"]],
		// The full-screen spinner is also shown while this layout's own code loads.
		splitBehavior: ({ routeId }) => (routeId === "/_authenticated" ? [split] : undefined),
	},
};
