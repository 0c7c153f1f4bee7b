import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { createTokenVerifier } from "../shared/token-verifier";
import { planName } from "./billing/plans";
import { createAccountLookup } from "./directory/account-lookup";
import { parseSettings, type Settings } from "./env";
import { createFetchJwks } from "./fetch-jwks";
import { createDeviceKeys } from "./log/device-key";
import { createIngestDoor } from "./log/ingest-door";
import { createProxy } from "./proxy";
import { requestIdOf } from "./request-id";
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
app.all("/api/ingest/v1/readings", async (c) => {
	const requestId = c.get("requestId");
	if (doors) return doors.ingest(c.req.raw, requestId);
	return c.json({ error: { name: "Misconfigured", message: "Settings not valid", requestId } }, 503);
});
app.notFound((c) =>
	c.json({ error: { name: "NotFound", message: "No such address", requestId: c.get("requestId") } }, 404),
);
app.onError((error, c) => {
	const requestId = c.get("requestId");
	console.error(JSON.stringify({ event: "internal-error", requestId, message: error.message, stack: error.stack }));
	if (c.req.path.startsWith("/api/proxy/")) return trpcErrorResponse("INTERNAL", "Internal error", requestId);
	return c.json({ error: { name: "InternalError", message: "Internal error", requestId } }, 500);
});

export default app;

function createDoors({ userPoolId, clientId, ingestSecrets, local }: Settings) {
	const { DIRECTORY: directory, ACCOUNT: accounts } = env;
	const fetchJwks = createFetchJwks(local);
	return {
		proxy: createProxy({
			verifier: createTokenVerifier({ userPoolId, clientId, fetchJwks, now: Date.now }),
			lookup: createAccountLookup(directory, Date.now),
			accounts,
			directory,
			planName: planName({ local }),
		}),
		ingest: createIngestDoor({ deviceKeys: createDeviceKeys(ingestSecrets), accounts }),
	};
}
