import type { AddressInfo } from "node:net";
import compression from "compression";
import type { Connect, Plugin, PreviewServer, ViteDevServer } from "vite";

const newerStateStatus = 503;

type Server = ViteDevServer | PreviewServer;

async function seedAndPrint(server: Server): Promise<void> {
	const address = server.httpServer?.address() as AddressInfo; // a listening TCP server has one
	const origin = `http://localhost:${address.port}`;
	const simulate = process.env.AQLCLOUD_SIMULATE ?? "on";
	const seedUrl = `http://127.0.0.1:${address.port}/__local/seed?simulate=${simulate}`;
	const response = await fetch(seedUrl, { method: "POST" });
	if (response.status === newerStateStatus) {
		const { error } = (await response.json()) as { error: { message: string } }; // the local Worker's error
		server.config.logger.error(error.message);
		return stop(server);
	}
	if (!response.ok) throw new Error(`Seeding failed: ${response.status} ${await response.text()}`);
	server.config.logger.info(`\n  AQLCloud is ready: ${origin}\n  Demo sign-in: owner@aqlcloud.test  Local-demo-1\n`);
}

function whenListening(server: Server): void {
	// Node closes connections after five idle seconds, possibly in the moment of a client's next request.
	if (server.httpServer && "keepAliveTimeout" in server.httpServer) server.httpServer.keepAliveTimeout = 0;
	server.httpServer?.once("listening", () => {
		seedAndPrint(server).catch((error: unknown) => {
			server.config.logger.error(String(error));
			stop(server);
		});
	});
}

function stop(server: Server): void {
	process.exitCode = 1;
	void server.close();
}

export function announceLocalRun(): Plugin {
	return { name: "aqlcloud-announce", configureServer: whenListening, configurePreviewServer: whenListening };
}

/** Cloudflare compresses responses; the local runtime does not. */
export function compressAssets(): Plugin {
	return {
		name: "aqlcloud-compress",
		configurePreviewServer: ({ middlewares }) => {
			const filter: compression.CompressionFilter = (request, response) =>
				!/^\/(api|__local)\//.test(request.url) && compression.filter(request, response);
			// The types name Express's request and response; Node's are enough.
			middlewares.use(compression({ filter }) as unknown as Connect.NextHandleFunction);
		},
	};
}
