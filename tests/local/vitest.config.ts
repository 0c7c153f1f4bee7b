import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineProject({
	plugins: [
		cloudflareTest({
			wrangler: { configPath: here("../../local/wrangler.toml") },
			miniflare: {
				workers: [
					{
						name: "aqlcloud-backend",
						modules: true,
						compatibilityDate: "2026-10-01",
						scriptPath: here("./backend-stand-in.mjs"),
					},
				],
			},
		}),
	],
	test: { name: "local", isolate: false, setupFiles: ["./set-up.ts"], testTimeout: 30_000, include: ["**/*.test.ts"] },
});
