import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { answerAsAssets } from "./fixtures/assets";
import { answerAsBackend } from "./fixtures/backend";
import { createFakeUserPool } from "./fixtures/fake-user-pool";
import { poolIds } from "./fixtures/pool-ids";
import { createSigningKey } from "./fixtures/signing-key";

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
