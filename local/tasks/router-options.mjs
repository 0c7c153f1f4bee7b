const split = ["loader", "component", "errorComponent", "notFoundComponent"];

/** Options of TanStack Router's generator, shared by Vite and by the types task. */
export const routerOptions = {
	target: "react",
	routesDirectory: "./client/routes",
	generatedRouteTree: "./client/route-tree.gen.ts",
	quoteStyle: "double",
	semicolons: true,
	autoCodeSplitting: true,
	codeSplittingOptions: {
		// By default loaders stay in the entry chunk and pull tRPC and the query client into /login.
		defaultBehavior: [[...split, "pendingComponent"]],
		// The full-screen spinner is for the time when this layout's own code is on its way too.
		splitBehavior: ({ routeId }) => (routeId === "/_authenticated" ? [split] : undefined),
	},
};
