import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { localMessageSettings, localOperatorKey } from "../../local/local-settings.ts";
import { fontPath } from "../../local/tasks/font-assets.ts";
import { serveBucket } from "./bucket-server.ts";
import { readInk } from "./ink-reader.ts";
import { readParquet } from "./parquet-reader.ts";
import { readPdf } from "./pdf-reader.ts";
import { type PushToRead, readPush } from "./push-reader.ts";
import { serveTextRecords } from "./text-records.ts";

const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, TELEGRAM_BOT, TELEGRAM_BOT_TOKEN } = localMessageSettings;
const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = localMessageSettings;

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Keys of this run: the tests sign with the private one, the fake user pool serves the public one. */
const keyId = "test-key-1";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: keyId, alg: "RS256", use: "sig" }] };

/** The Worker's own rules find bytes by the end of a file's name. */
export const backendFonts = { find: /\.ttf\?\.bin$/, replacement: ".ttf" };

/**
 * Makes the backend's lazy imports eager. The runner fetches a module within the request that imports it, and on a busy
 * machine any other request that imports it meanwhile hangs. The built product has no such fetch.
 */
export const eagerImports = {
	name: "eager-imports",
	transform(code: string, id: string) {
		if (!/\/(backend|shared)\/[^?]*\.ts$/.test(id) || id.includes("/tests/")) return null;
		const specifiers: string[] = [];
		const eager = code.replace(/\bimport\(\s*("[^"]+")\s*\)/g, (_, specifier: string) => {
			return `Promise.resolve(eager${specifiers.push(specifier) - 1})`;
		});
		const imports = specifiers.map((specifier, index) => `import * as eager${index} from ${specifier};`);
		return specifiers.length === 0 ? null : { code: `${imports.join("")}${eager}`, map: null };
	},
};

export const backendWorker = async () => ({
	wrangler: { configPath: at("../../backend/wrangler.toml") },
	miniflare: {
		bindings: {
			USER_POOL_ID: "us-east-1_Test00001",
			USER_POOL_CLIENT_ID: "test0client0id",
			INGEST_SECRET: "the-current-ingest-secret-of-the-tests",
			INGEST_SECRET_PREVIOUS: "the-previous-ingest-secret-of-the-tests",
			CONSOLE_URL: "https://console.test",
			MAIL_DOMAIN: "in.aqlcloud.test",
			EMAIL_FROM: "console@aqlcloud.test",
			SSO_PUBLIC_KEY: localOperatorKey.publicKey,
			SSO_PRIVATE_KEY: localOperatorKey.privateKey,
			VAPID_PUBLIC_KEY,
			VAPID_PRIVATE_KEY,
			TELEGRAM_BOT,
			TELEGRAM_BOT_TOKEN,
			CALL_COUNTRIES: "PT,US",
			TWILIO_ACCOUNT_SID,
			TWILIO_AUTH_TOKEN,
			TWILIO_FROM,
			// All tests of a run share one directory, and so one day's quota.
			EMAIL_DAILY_QUOTA: "1000000",
			SMS_DAILY_QUOTA: "1000000",
			CALL_DAILY_QUOTA: "1000000",
			SIGNING_KEY: { ...privateKey.export({ format: "jwk" }), kid: keyId },
			DIRECTORY_MIGRATIONS: await readD1Migrations(at("../../backend/migrations/directory")),
		},
		serviceBindings: {
			FONTS: async (request: { url: string }) => {
				const path = fontPath(new URL(request.url).pathname.slice(1));
				return path ? new Response(readFileSync(path)) : new Response("Not found", { status: 404 });
			},
			PDF_READER: async (request: { arrayBuffer(): Promise<ArrayBuffer> }) => {
				return Response.json(await readPdf(new Uint8Array(await request.arrayBuffer())));
			},
			PARQUET_READER: async (request: { url: string; arrayBuffer(): Promise<ArrayBuffer> }) => {
				const sql = new URL(request.url).searchParams.get("sql") ?? "";
				return Response.json(await readParquet(new Uint8Array(await request.arrayBuffer()), sql));
			},
			INK_READER: async (request: { arrayBuffer(): Promise<ArrayBuffer> }) => {
				return Response.json(await readInk(new Uint8Array(await request.arrayBuffer())));
			},
			PUSH_READER: async (request: { json(): Promise<unknown> }) => {
				return new Response(readPush((await request.json()) as PushToRead)); // the body that fixtures/push-browser.ts sends
			},
			LOCAL: async (request: Parameters<typeof serveBucket>[0]) => {
				const { pathname } = new URL(request.url);
				const resolved = serveTextRecords(request.url);
				if (resolved !== null) return resolved;
				const stored = await serveBucket(request);
				if (stored !== null) return stored;
				const isJwks = pathname === "/us-east-1_Test00001/.well-known/jwks.json";
				return isJwks ? Response.json(jwks) : new Response("Not found", { status: 404 });
			},
		},
	},
});
