import { type Context, Hono, type Next } from "hono";
import { type KeptStateAct, restoreObject } from "../shared/base/kept-state";
import { addressOnLocalNetwork, localNetworkHost } from "../shared/base/local-network";
import type { ErrorCode } from "../shared/errors/error-codes";
import { localErrorService } from "../shared/errors/error-service";
import type { LocalSeedApi } from "../shared/local-seed";
import { cutBackend, isBackendCut } from "./backend-wire";
import { actOnCall, callService, callsPath, serveCalls } from "./calls-page";
import { beginRecording, recordEnvelope, recordedEnvelopes } from "./error-recorder";
import { deliverIncomingMail, incomingMailPage, incomingMailPath } from "./incoming-mail";
import { indexPage } from "./index-page";
import { deliverTo, mailbox, serveMail, serveMailbox } from "./mailbox";
import { stylesheet, stylesheetPath } from "./page-frame";
import { changeTextRecords, serveResolver, textRecordsPage, textRecordsPath } from "./text-records";
import {
	apiHost,
	clientId,
	domainHost,
	identityHost,
	identityPoolId,
	issuerHost,
	region,
	userPoolId,
} from "./user-pool/pool-identity";
import { changeSettings, settingsPath } from "./user-pool/settings-page";
import {
	respondToWebhooksWith,
	sendToBot,
	serveLocalNetwork,
	serveRecordedWebhooks,
	type WebhookResponse,
} from "./webhook-recorder";

export { BackendWire } from "./backend-wire";
export { LocalEmail } from "./local-email";
export { LocalFonts } from "./local-fonts";
export { MailboxObject } from "./mailbox";
export { UserPoolObject } from "./user-pool/user-pool-object";

type LocalContext = Context<{ Bindings: LocalEnv }>;

const newerState =
	"The state of this local run was written by a newer version of AQLCloud, which this one cannot read. " +
	"Start that version again, or delete .wrangler/state to begin anew. Nothing was changed.";

const awsHosts = new Set([apiHost, issuerHost, identityHost, domainHost]);
/** AWS clients reach the emulated pools at these paths instead of their usual hosts. */
const endpoints = { userPool: "/__local/cognito-idp", identityPool: "/__local/cognito-identity" };
/** Browsers reach the pool's domain here. */
const domainPath = "/__local/user-pool-domain";

function userPool({ USER_POOL }: LocalEnv) {
	return USER_POOL.getByName(userPoolId);
}

function forwardToPool({ env, req }: LocalContext): Promise<Response> {
	return userPool(env).fetch(req.raw);
}

function forwardTo(host: string, endpoint: string) {
	return ({ env, req }: LocalContext): Promise<Response> => {
		const url = new URL(req.url);
		const path = `${url.pathname.slice(endpoint.length) || "/"}${url.search}`;
		return userPool(env).fetch(new Request(`https://${host}${path}`, req.raw));
	};
}

const app = new Hono<{ Bindings: LocalEnv }>();

app.use(async (c, next) => {
	const { hostname } = new URL(c.req.url);
	if (hostname === localErrorService.host) return recordEnvelope(c.req.raw);
	if (hostname === localNetworkHost) {
		const resolved = serveResolver(addressOnLocalNetwork(c.req.url));
		return resolved ?? serveLocalNetwork(c.req.raw, { deliver: deliverTo(c.env), calls: callService });
	}
	return awsHosts.has(hostname) ? forwardToPool(c) : next();
});
app.use(denyForeignPosts);
app.all(endpoints.userPool, forwardTo(apiHost, endpoints.userPool));
app.all(`${endpoints.userPool}/*`, forwardTo(apiHost, endpoints.userPool));
app.all(endpoints.identityPool, forwardTo(identityHost, endpoints.identityPool));
app.all(`${endpoints.identityPool}/*`, forwardTo(identityHost, endpoints.identityPool));
app.all(`${domainPath}/*`, forwardTo(domainHost, domainPath));
app.on("GET", ["/__local", "/__local/"], async (c) =>
	c.html(indexPage({ isBackendCut: isBackendCut(), settings: await userPool(c.env).settings() })),
);
app.get(stylesheetPath, (c) => c.body(stylesheet, 200, { "content-type": "text/css; charset=utf-8" }));
app.get("/__local/config", (c) => c.json({ userPoolId, clientId, identityPoolId, region, endpoints }));
app.get("/__local/mailbox", serveMailbox);
app.get("/__local/mailbox/:id{[0-9]+}", serveMail);
app.get(textRecordsPath, (c) => c.html(textRecordsPage()));
app.post(textRecordsPath, changeTextRecords);
app.get(incomingMailPath, (c) => c.html(incomingMailPage()));
app.post(incomingMailPath, deliverIncomingMail);
app.get("/__local/webhooks", serveRecordedWebhooks);
app.post("/__local/webhooks/:response{accept|refuse|gone|redirect|silent}", (c) => {
	respondToWebhooksWith(c.req.param("response") as WebhookResponse); // the path's pattern
	return c.redirect("/__local/webhooks", 303);
});
app.post("/__local/telegram", sendToBot);
app.get(callsPath, (c) => serveCalls(c, callService));
app.post(`${callsPath}/:sid/:act`, (c) => actOnCall(c, callService));
app.get(settingsPath, async (c) => c.json(await userPool(c.env).settings()));
app.post(settingsPath, (c) => changeSettings(c, userPool(c.env)));
app.post("/__local/seed", async (c) => {
	const isSimulating = c.req.query("simulate") !== "off";
	return c.json(await userPool(c.env).seed({ isSimulating }));
});
app.post("/__local/state/:act{keep|restore}", async (c) => {
	await actOnLocalRun(c.env, c.req.param("act") === "keep" ? "keep" : "restore");
	return c.body(null, 204);
});
app.get("/__local/errors", (c) => c.json({ envelopes: recordedEnvelopes() }));
app.post("/__local/errors/:state{accept|refuse|silent}", (c) => {
	const state = c.req.param("state");
	beginRecording(state === "refuse" || state === "silent" ? state : "accept");
	return c.redirect("/__local", 303);
});
app.post("/__local/backend/:state{cut|mend}", (c) => {
	cutBackend(c.req.param("state") === "cut");
	return c.redirect("/__local", 303);
});
app.onError((error, c) => {
	if (Reflect.get(error, "code") === ("UPDATE_UNDER_WAY" satisfies ErrorCode)) {
		return c.json({ error: { name: "NewerState", message: newerState } }, 503);
	}
	console.error(error);
	return c.json({ error: { name: error.name, message: error.message } }, 500);
});

export default app;

async function actOnLocalRun(env: LocalEnv, act: KeptStateAct): Promise<void> {
	// The entrypoint is in another project, so the binding's type does not know it; its contract is in shared.
	const backend = env.SEED as unknown as LocalSeedApi;
	const ownObjects = [env.USER_POOL.getByName(userPoolId), mailbox(env)];
	await backend.keptState(act);
	if (act === "keep") await Promise.all(ownObjects.map((object) => object.keptState(act)));
	else await Promise.all(ownObjects.map(restoreObject));
	cutBackend(false);
}

/** Another site could make this browser post here. https://www.w3.org/TR/fetch-metadata/ */
async function denyForeignPosts(c: Context, next: Next): Promise<Response | undefined> {
	const isRead = c.req.method === "GET" || c.req.method === "HEAD";
	const site = c.req.header("sec-fetch-site") ?? "same-origin";
	const origin = c.req.header("origin");
	const isOwn = site === "same-origin" && (origin === undefined || origin === new URL(c.req.url).origin);
	if (!isRead && !isOwn) return c.text("Posts from other sites are refused.", 403);
	await next();
}
