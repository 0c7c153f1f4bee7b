import { type Context, Hono } from "hono";
import { cutBackend, isBackendCut } from "./backend-wire";
import { indexPage } from "./index-page";
import { localSettings } from "./local-settings";
import { apiHost, clientId, issuerHost, region, userPoolId } from "./user-pool/pool-identity";

export { BackendWire } from "./backend-wire";
export { UserPoolObject } from "./user-pool/user-pool-object";

const awsClientPath = "/__local/cognito-idp";

type LocalContext = Context<{ Bindings: LocalEnv }>;

function userPool({ USER_POOL }: LocalEnv) {
	return USER_POOL.getByName(userPoolId);
}

function forwardToPool({ env, req }: LocalContext): Promise<Response> {
	const url = new URL(req.url);
	if (url.pathname.startsWith(awsClientPath)) url.pathname = url.pathname.slice(awsClientPath.length) || "/";
	return userPool(env).fetch(new Request(url, req.raw));
}

const app = new Hono<{ Bindings: LocalEnv }>();

app.use(async (c, next) => {
	const { hostname } = new URL(c.req.url);
	return hostname === apiHost || hostname === issuerHost ? forwardToPool(c) : next();
});
app.all(awsClientPath, forwardToPool);
app.all(`${awsClientPath}/*`, forwardToPool);
app.on("GET", ["/__local", "/__local/"], (c) => c.html(indexPage({ isBackendCut: isBackendCut() })));
app.get("/__local/config", (c) =>
	c.json({ userPoolId, clientId, identityPoolId: localSettings.IDENTITY_POOL_ID, region }),
);
app.post("/__local/seed", async (c) => {
	const isSimulating = c.req.query("simulate") !== "off";
	return c.json(await userPool(c.env).seed({ isSimulating }));
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
