import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { serveAssets } from "./fixtures/assets.ts";
import { serveBackend } from "./fixtures/backend.ts";
import { createFakeUserPool } from "./fixtures/fake-user-pool.ts";
import { createOutside } from "./fixtures/outside.ts";
import { poolIds } from "./fixtures/pool-ids.ts";
import { createSigningKey } from "./fixtures/signing-key.ts";
import { startWireUpstream } from "./fixtures/wire-upstream.ts";

export default defineProject(async () => {
	const signingKey = await createSigningKey("key-1");
	const restarting = await startWireUpstream();
	const wire = await startWireUpstream(restarting);
	return {
		plugins: [
			cloudflareTest({
				wrangler: { configPath: "../../wrangler.toml" },
				miniflare: {
					bindings: {
						...poolIds,
						COMPANY_NAME: "Test company",
						DEMO_SIGN_IN: { email: "owner@aqlcloud.test", password: "Local-demo-1" },
						SIGNING_KEY: JSON.stringify(signingKey),
					},
					outboundService: createOutside(),
					serviceBindings: {
						BACKEND: serveBackend,
						LOCAL: createFakeUserPool(signingKey),
						ASSETS: serveAssets,
						WIRE: { external: { address: wire.address, http: {} } },
						RESTARTING_WIRE: { external: { address: restarting.address, http: {} } },
					},
				},
			}),
		],
		test: {
			name: "worker",
			isolate: false,
			testTimeout: 30_000,
			include: ["**/*.test.ts"],
			setupFiles: ["./fixtures/event-log.ts"],
		},
	};
});
