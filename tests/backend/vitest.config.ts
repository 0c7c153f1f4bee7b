import { generateKeyPairSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";
import { localErrorService } from "../../shared/error-service.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Real keys, made for this run: the tests sign with the private one, the user pool's stand-in serves the public one. */
const keyId = "test-key-1";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const reported: unknown[] = [];
const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: keyId, alg: "RS256", use: "sig" }] };

export default defineProject({
	plugins: [
		cloudflareTest(async () => ({
			wrangler: { configPath: at("../../backend/wrangler.toml") },
			miniflare: {
				bindings: {
					USER_POOL_ID: "us-east-1_Test00001",
					USER_POOL_CLIENT_ID: "test0client0id",
					INGEST_SECRET: "the-current-ingest-secret-of-the-tests",
					INGEST_SECRET_PREVIOUS: "the-previous-ingest-secret-of-the-tests",
					CONSOLE_URL: "https://console.test",
					EMAIL_FROM: "console@aqlcloud.test",
					...localErrorService.variables,
					SIGNING_KEY: { ...privateKey.export({ format: "jwk" }), kid: keyId },
					DIRECTORY_MIGRATIONS: await readD1Migrations(at("../../backend/migrations/directory")),
				},
				serviceBindings: {
					LOCAL: async (request: { url: string; text: () => Promise<string> }) => {
						const { hostname, pathname } = new URL(request.url);
						if (pathname === "/reported") return Response.json(reported);
						if (hostname === localErrorService.host) {
							const [, , event = "{}"] = (await request.text()).split("\n");
							reported.push(JSON.parse(event));
							return Response.json({});
						}
						const isJwks = pathname === "/us-east-1_Test00001/.well-known/jwks.json";
						return isJwks ? Response.json(jwks) : new Response("Not found", { status: 404 });
					},
				},
			},
		})),
	],
	// One isolate for all files is three times as fast; every test makes its own people and accounts.
	test: {
		name: "backend",
		isolate: false,
		include: ["**/*.test.ts"],
		setupFiles: ["./set-up.ts"],
		// Alarms and hints come at their own times, and the machine may be busy.
		testTimeout: 30_000,
	},
});
