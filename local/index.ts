import { type Context, Hono } from "hono";
import { localErrorService } from "../shared/error-service";
import { cutBackend, isBackendCut } from "./backend-wire";
import { beginRecording, recordEnvelope, recordedEnvelopes } from "./error-recorder";
import { indexPage } from "./index-page";
import { actOnLocalRun } from "./kept-state";
import { answerMailbox } from "./mailbox/mailbox-door";
import { refuseForeignPosts } from "./own-posts";
import { stylesheetPath } from "./pages/page-frame";
import { stylesheet } from "./pages/stylesheet";
import {
	apiHost,
	clientId,
	identityHost,
	identityPoolId,
	issuerHost,
	region,
	userPoolId,
} from "./user-pool/pool-identity";
import { changeSettings } from "./user-pool/settings-door";
import { settingsPath } from "./user-pool/settings-form";

export { BackendWire } from "./backend-wire";
export { MailboxObject } from "./mailbox/mailbox-object";
export { UserPoolObject } from "./user-pool/user-pool-object";

type LocalContext = Context<{ Bindings: LocalEnv }>;

const awsHosts = new Set([apiHost, issuerHost, identityHost]);
/** Where ordinary AWS clients find what they else find at these hosts. */
const endpoints = { userPool: "/__local/cognito-idp", identityPool: "/__local/cognito-identity" };

function userPool({ USER_POOL }: LocalEnv) {
	return USER_POOL.getByName(userPoolId);
}

function forwardToPool({ env, req }: LocalContext): Promise<Response> {
	return userPool(env).fetch(req.raw);
}

function forwardTo(host: string, endpoint: string) {
	return ({ env, req }: LocalContext): Promise<Response> => {
		const url = new URL(req.url);
		const path = url.pathname.slice(endpoint.length) || "/";
		return userPool(env).fetch(new Request(`https://${host}${path}`, req.raw));
	};
}

const app = new Hono<{ Bindings: LocalEnv }>();

app.use(async (c, next) => {
	const { hostname } = new URL(c.req.url);
	if (hostname === localErrorService.host) return recordEnvelope(c.req.raw);
	return awsHosts.has(hostname) ? forwardToPool(c) : next();
});
app.use(refuseForeignPosts);
app.all(endpoints.userPool, forwardTo(apiHost, endpoints.userPool));
app.all(`${endpoints.userPool}/*`, forwardTo(apiHost, endpoints.userPool));
app.all(endpoints.identityPool, forwardTo(identityHost, endpoints.identityPool));
app.all(`${endpoints.identityPool}/*`, forwardTo(identityHost, endpoints.identityPool));
app.on("GET", ["/__local", "/__local/"], async (c) =>
	c.html(indexPage({ isBackendCut: isBackendCut(), settings: await userPool(c.env).settings() })),
);
app.get(stylesheetPath, (c) => c.body(stylesheet, 200, { "content-type": "text/css; charset=utf-8" }));
app.get("/__local/config", (c) => c.json({ userPoolId, clientId, identityPoolId, region, endpoints }));
app.get("/__local/mailbox", answerMailbox);
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
	console.error(error);
	return c.json({ error: { name: error.name, message: error.message } }, 500);
});

export default app;
