import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { answerAsAssets } from "./fixtures/assets.ts";
import { answerAsBackend } from "./fixtures/backend.ts";
import { createFakeUserPool } from "./fixtures/fake-user-pool.ts";
import { poolIds } from "./fixtures/pool-ids.ts";
import { createSigningKey } from "./fixtures/signing-key.ts";

export default defineProject(async () => {
	const signingKey = await createSigningKey("key-1");
	return {
		plugins: [
			cloudflareTest({
				wrangler: { configPath: "../../wrangler.toml" },
				miniflare: {
					bindings: { ...poolIds, COMPANY_NAME: "Test company", SIGNING_KEY: JSON.stringify(signingKey) },
					serviceBindings: {
						BACKEND: answerAsBackend,
						LOCAL: createFakeUserPool(signingKey),
						ASSETS: answerAsAssets,
					},
				},
			}),
		],
		test: { name: "worker", isolate: false, include: ["**/*.test.ts"], setupFiles: ["./fixtures/event-log.ts"] },
	};
});
