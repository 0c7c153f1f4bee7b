import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { dayMs } from "../shared/durations";
import { linkPath } from "../shared/links";
import { livePath } from "../shared/live";
import { localNetworkUrl } from "../shared/local-network";
import { sessionEndPath, sessionPath } from "../shared/session";
import { createTokenVerifier } from "../shared/token-verifier";
import { AccountObject as AccountClass } from "./account-object";
import { runOverdueAccounts } from "./alarm/overdue-accounts";
import { parseSettings, type Settings } from "./base/env";
import { isUpdateUnderWay, trpcErrorResponse } from "./base/errors";
import { createFetchJwks } from "./base/identify";
import { requestIdOf } from "./base/internal-headers";
import { faultText, reportFault } from "./base/report-error";
import { newerFormText } from "./base/stored-form";
import { planName } from "./billing/plans";
import { createAccountLookup } from "./db/account-lookup";
import { directoryForm } from "./db/directory-form";
import { forgetShares } from "./db/message-share-rows";
import { forgetSentMessages } from "./db/sent-message-rows";
import { createExportEndpoint } from "./export/export-endpoint";
import { createIngestEndpoint } from "./ingest/ingest-endpoint";
import { apiDocumentPaths, serveApiDocument } from "./ingest/openapi/serve-api-document";
import { serverFaults } from "./ingest/refusals";
import { createIngestKeys } from "./keys/ingest-keys";
import { createLinkTokens } from "./keys/link-tokens";
import { createLinkEndpoint } from "./link/link-endpoint";
import { createLiveEndpoint } from "./live/live-endpoint";
import type { HandOver } from "./message/hand-over";
import { createQueueConsumer } from "./message/queue-consumer";
import { quotaDay } from "./message/quota-day";
import { openWhereReadable } from "./newer-object";
import { createProxy } from "./proxy";
import { createSessionEnd, createSessionEndpoint } from "./session/session-endpoints";
import { updateAnswer } from "./update-answer";

export const AccountObject = openWhereReadable(AccountClass);
export type AccountObject = AccountClass;
export { LocalSeed } from "./seed/local-seed";

/** How long a provider may tell what became of a message. */
const providerTellsForMs = 30 * dayMs;
const forgottenPerRun = 5_000;
/** A queue tries five times. */
const updateRetrySeconds = 15 * 60;
const sharesKeptMs = 7 * dayMs;

const configuration = parseSettings(env);
const endpoints = configuration.isValid ? createEndpoints(configuration.settings) : null;

const consumeQueue = configuration.isValid ? createConsumer(configuration.settings) : null;

const app = new Hono<{ Variables: { requestId: string } }>();

app.use(async (c, next) => {
	c.set("requestId", requestIdOf(c.req.raw));
	await next();
});
app.get("/api/health", async (c) => {
	if (!configuration.isValid) return c.json({ status: "misconfigured", settings: configuration.problems }, 503);
	const newer = await directoryForm.findNewer({ isFresh: true });
	if (newer) return c.json({ status: "outdated", storedForm: newerFormText(newer) }, 503);
	return c.json({ status: "ok" });
});
app.use(async (c, next) => {
	if ((await directoryForm.findNewer()) === null) return next();
	return updateAnswer(c.req.raw, c.get("requestId"));
});
app.all("/api/proxy/*", async (c) => {
	const requestId = c.get("requestId");
	return endpoints
		? endpoints.proxy(c.req.raw, requestId)
		: trpcErrorResponse("CONFIGURATION", "Settings not valid", requestId);
});
app.get(sessionPath, async (c) => {
	const requestId = c.get("requestId");
	if (endpoints) return endpoints.session(c.req.raw, requestId);
	return trpcErrorResponse("CONFIGURATION", "Settings not valid", requestId);
});
app.on("ALL", apiDocumentPaths, (c) => serveApiDocument(c.req.raw, c.get("requestId")));
app.all("/api/ingest/v1/:endpoint", async (c) => {
	const requestId = c.get("requestId");
	if (endpoints) return endpoints.ingest(c.req.raw, requestId);
	const { status, ...fault } = serverFaults.misconfigured;
	return c.json({ error: { ...fault, requestId } }, status);
});
app.all("/api/export", async (c) => {
	const requestId = c.get("requestId");
	if (endpoints) return endpoints.export(c.req.raw, requestId);
	return c.json({ error: { name: "Misconfigured", message: "Settings not valid", requestId } }, 503);
});
app.all(`${linkPath}:token`, async (c) => {
	if (endpoints) return endpoints.link(c.req.raw);
	return c.json(
		{ error: { name: "Misconfigured", message: "Settings not valid", requestId: c.get("requestId") } },
		503,
	);
});
app.post(sessionEndPath, async (c) => {
	const requestId = c.get("requestId");
	return endpoints
		? endpoints.sessionEnd(c.req.raw, requestId)
		: trpcErrorResponse("CONFIGURATION", "Settings not valid", requestId);
});
app.all(livePath, async (c) => {
	const requestId = c.get("requestId");
	if (endpoints) return endpoints.live(c.req.raw, requestId);
	return c.json({ error: { name: "Misconfigured", message: "Settings not valid", requestId } }, 503);
});
app.notFound((c) =>
	c.json({ error: { name: "NotFound", message: "No such address", requestId: c.get("requestId") } }, 404),
);
app.onError((error, c) => {
	const requestId = c.get("requestId");
	if (isUpdateUnderWay(error)) return updateAnswer(c.req.raw, requestId);
	console.error(JSON.stringify({ event: "internal-error", requestId, ...faultText(error) }));
	reportFault(error, { place: "backend", event: "internal-error", requestId });
	if (c.req.path.startsWith("/api/proxy/")) return trpcErrorResponse("INTERNAL", "Internal error", requestId);
	return c.json({ error: { name: "InternalError", message: "Internal error", requestId } }, 500);
});

export default {
	fetch: app.fetch,
	async queue(batch) {
		if (!consumeQueue) throw new Error("Settings not valid");
		if ((await directoryForm.findNewer()) !== null) return batch.retryAll({ delaySeconds: updateRetrySeconds });
		await consumeQueue(batch);
	},
	async scheduled({ scheduledTime }) {
		if ((await directoryForm.findNewer()) !== null) return;
		await runOverdueAccounts({ directory: env.DIRECTORY, accounts: env.ACCOUNT }, scheduledTime);
		await forgetSentMessages(env.DIRECTORY, { before: scheduledTime - providerTellsForMs, limit: forgottenPerRun });
		await forgetShares(env.DIRECTORY, quotaDay(scheduledTime - sharesKeptMs).day);
	},
} satisfies ExportedHandler<BackendEnv, HandOver>;

function createEndpoints({ userPoolId, clientId, ingestSecrets, local }: Settings) {
	const { DIRECTORY: directory, ACCOUNT: accounts } = env;
	const linkTokens = createLinkTokens(ingestSecrets);
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
		export: createExportEndpoint({ verifier, lookup, accounts }),
		link: createLinkEndpoint({ tokens: linkTokens, accounts, rateLimit: env.LINKS_BY_ADDRESS, clock: Date.now }),
		live: createLiveEndpoint({ verifier, lookup, accounts }),
		sessionEnd: createSessionEnd({ verifier, lookup, accounts }),
		session: createSessionEndpoint({ verifier, lookup, accounts }),
		ingest: createIngestEndpoint({
			deviceKeys: createIngestKeys("device", ingestSecrets),
			integrationKeys: createIngestKeys("integrationKey", ingestSecrets),
			accounts,
			rateLimits: { byKey, byServer, refused },
		}),
	};
}

function createConsumer({ messages: settings, ingestSecrets, local }: Settings) {
	const { DIRECTORY: directory, ACCOUNT: accounts, EMAIL: email } = env;
	const send = (url: string, init: RequestInit) => (local ? local.fetch(localNetworkUrl(url), init) : fetch(url, init));
	const linkTokens = createLinkTokens(ingestSecrets);
	const parts = { accounts, directory, settings, linkTokens, email, send, isLocal: local !== null, clock: Date.now };
	return createQueueConsumer(parts);
}
