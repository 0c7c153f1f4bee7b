import { generateKeyPairSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineProject } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Real keys, made for this run: the tests sign with the private one, the user pool's stand-in serves the public one. */
const keyId = "test-key-1";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
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
					SIGNING_KEY: { ...privateKey.export({ format: "jwk" }), kid: keyId },
					DIRECTORY_MIGRATIONS: await readD1Migrations(at("../../backend/migrations/directory")),
				},
				serviceBindings: {
					LOCAL: async (request: { url: string }) => {
						const { pathname } = new URL(request.url);
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
