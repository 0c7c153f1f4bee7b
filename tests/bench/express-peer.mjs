// A peer of the forwarder: Express with http-proxy-middleware and the same session check. run.mjs passes its addresses.
import { fileURLToPath } from "node:url";
import express from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import { runnerImport } from "vite";

const { backendUrl, poolUrl, userPoolId, clientId } = JSON.parse(process.argv[2]);
const verifierPath = fileURLToPath(new URL("../../shared/session/token-verifier.ts", import.meta.url));
const { module } = await runnerImport(verifierPath);

const verifier = module.createTokenVerifier({
	userPoolId,
	clientId,
	now: Date.now,
	fetchJwks: async () => (await fetch(`${poolUrl}/${userPoolId}/.well-known/jwks.json`)).json(),
});

function tokensOf(header = "") {
	const values = header.split("; ").map((pair) => pair.split("="));
	const tokenOf = (kind) => values.find(([name]) => name.endsWith(`.${kind}`))?.[1] ?? "";
	return { accessToken: tokenOf("accessToken"), idToken: tokenOf("idToken") };
}

const app = express();
app.use(async (request, response, next) => {
	const { accessToken, idToken } = tokensOf(request.headers.cookie);
	const checks = await Promise.all([verifier.verifyAccessToken(accessToken), verifier.verifyIdToken(idToken)]);
	if (checks.some(({ status }) => status !== "valid")) return response.status(401).end();
	delete request.headers.cookie;
	request.headers.authorization = `Bearer ${accessToken}`;
	request.headers["x-aqlcloud-id-token"] = idToken;
	next();
});
app.use(createProxyMiddleware({ target: backendUrl, changeOrigin: true }));

const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
