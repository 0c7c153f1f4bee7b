// Starts the example upstream by hand, on the emulated user pool of a local run:
// npm exec -- node tests/upstream/run.mjs [--port 8787] [--console http://localhost:5173] [--auth bearer|id]
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { readCommandLine } from "../../local/tasks/command-line.mjs";

const { values } = readCommandLine({
	usage: "node tests/upstream/run.mjs [--port 8787] [--console http://localhost:5173] [--auth bearer|id]",
	options: {
		port: { type: "string", default: "8787" },
		console: { type: "string", default: "http://localhost:5173" },
		auth: { type: "string", default: "bearer" },
	},
});
const load = async (path) => (await runnerImport(fileURLToPath(new URL(path, import.meta.url)))).module;
const { localSettings } = await load("../../local/local-settings.ts");
const { startUpstream } = await load("./server.ts");

const { USER_POOL_ID: userPoolId, USER_POOL_CLIENT_ID: clientId } = localSettings;
const { url } = await startUpstream({
	userPoolId,
	clientId,
	jwksUri: `${values.console}/__local/cognito-idp/${userPoolId}/.well-known/jwks.json`,
	auth: values.auth === "id" ? "id" : "bearer",
	port: Number(values.port),
});
console.log(`The example upstream answers at ${url}`);
