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
		defaultBehavior: [["loader", "component", "pendingComponent", "errorComponent", "notFoundComponent"]],
	},
};
