import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { livePath } from "../shared/live";
import { sessionEndPath, sessionPath } from "../shared/session";
import { createTokenVerifier } from "../shared/token-verifier";
import { pokeOverdueAccounts } from "./alarm/poke-overdue-accounts";
import { planName } from "./billing/plans";
import { createAccountLookup } from "./directory/account-lookup";
import { parseSettings, type Settings } from "./env";
import { createExportDoor } from "./export/export-door";
import { createFetchJwks } from "./fetch-jwks";
import { createDeviceKeys } from "./ingest/device-key";
import { createIngestDoor } from "./ingest/ingest-door";
import { createIntegrationKeys } from "./ingest/integration-key";
import { apiDocumentPaths, serveApiDocument } from "./ingest/openapi/serve-api-document";
import { serverFaults } from "./ingest/server-faults";
import { createLiveDoor } from "./live/live-door";
import { createProxy } from "./proxy";
import { reportFault } from "./report-error";
import { requestIdOf } from "./request-id";
import { createSessionEnd, createSessionEndpoint } from "./session/session-endpoints";
import { trpcErrorResponse } from "./trpc-error-response";

export { AccountObject } from "./account-object";
export { LocalSeed } from "./local-seed";

const configuration = parseSettings(env);
const doors = configuration.isValid ? createDoors(configuration.settings) : null;

const app = new Hono<{ Variables: { requestId: string } }>();

app.use(async (c, next) => {
	c.set("requestId", requestIdOf(c.req.raw));
	await next();
});
app.get("/api/health", (c) =>
	configuration.isValid
		? c.json({ status: "ok" })
		: c.json({ status: "misconfigured", settings: configuration.problems }, 503),
);
app.all("/api/proxy/*", async (c) => {
	const requestId = c.get("requestId");
	return doors
		? doors.proxy(c.req.raw, requestId)
		: trpcErrorResponse("CONFIGURATION", "Settings not valid", requestId);
});
app.get(sessionPath, async (c) => {
	const requestId = c.get("requestId");
	if (doors) return doors.session(c.req.raw, requestId);
	return trpcErrorResponse("CONFIGURATION", "Settings not valid", requestId);
});
app.on("ALL", apiDocumentPaths, (c) => serveApiDocument(c.req.raw, c.get("requestId")));
app.all("/api/ingest/v1/:door", async (c) => {
	const requestId = c.get("requestId");
	if (doors) return doors.ingest(c.req.raw, requestId);
	const { status, ...told } = serverFaults.misconfigured;
	return c.json({ error: { ...told, requestId } }, status);
});
app.all("/api/export", async (c) => {
	const requestId = c.get("requestId");
	if (doors) return doors.export(c.req.raw, requestId);
	return c.json({ error: { name: "Misconfigured", message: "Settings not valid", requestId } }, 503);
});
app.post(sessionEndPath, async (c) => {
	const requestId = c.get("requestId");
	return doors
		? doors.sessionEnd(c.req.raw, requestId)
		: trpcErrorResponse("CONFIGURATION", "Settings not valid", requestId);
});
app.all(livePath, async (c) => {
	const requestId = c.get("requestId");
	if (doors) return doors.live(c.req.raw, requestId);
	return c.json({ error: { name: "Misconfigured", message: "Settings not valid", requestId } }, 503);
});
app.notFound((c) =>
	c.json({ error: { name: "NotFound", message: "No such address", requestId: c.get("requestId") } }, 404),
);
app.onError((error, c) => {
	const requestId = c.get("requestId");
	console.error(JSON.stringify({ event: "internal-error", requestId, message: error.message, stack: error.stack }));
	reportFault(error, { place: "backend", event: "internal-error", requestId });
	if (c.req.path.startsWith("/api/proxy/")) return trpcErrorResponse("INTERNAL", "Internal error", requestId);
	return c.json({ error: { name: "InternalError", message: "Internal error", requestId } }, 500);
});

export default {
	fetch: app.fetch,
	async scheduled({ scheduledTime }) {
		await pokeOverdueAccounts({ directory: env.DIRECTORY, accounts: env.ACCOUNT }, scheduledTime);
	},
} satisfies ExportedHandler<BackendEnv>;

function createDoors({ userPoolId, clientId, ingestSecrets, local }: Settings) {
	const { DIRECTORY: directory, ACCOUNT: accounts } = env;
	const { INGEST_BY_KEY: byKey, INGEST_BY_SERVER: byServer, INGEST_REFUSED: refused } = env;
	const fetchJwks = createFetchJwks(local);
	const verifier = createTokenVerifier({ userPoolId, clientId, fetchJwks, now: Date.now });
	const lookup = createAccountLookup(directory, Date.now);
	return {
		proxy: createProxy({
			verifier,
			lookup,
			accounts,
			directory,
			planName: planName({ local }),
		}),
		export: createExportDoor({ verifier, lookup, accounts }),
		live: createLiveDoor({ verifier, lookup, accounts }),
		sessionEnd: createSessionEnd({ verifier, lookup, accounts }),
		session: createSessionEndpoint({ verifier, lookup, accounts }),
		ingest: createIngestDoor({
			deviceKeys: createDeviceKeys(ingestSecrets),
			integrationKeys: createIntegrationKeys(ingestSecrets),
			accounts,
			rateLimits: { byKey, byServer, refused },
		}),
	};
}
