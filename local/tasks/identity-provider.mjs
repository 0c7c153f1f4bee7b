// `npm run identity-provider -- …`: sets up the providers that accounts have entered; needs AWS credentials. docs/sso.md
import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { createCognitoAdmin } from "./deploy/cognito-admin.ts";
import { addProvider, createOperatorKey, listProviders, removeProvider } from "./deploy/identity-provider.ts";
import { placeOf, placeOptions, placeUsage, queryDirectory } from "./directory.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const usage = `npm run identity-provider -- ${placeUsage} <act>
  key             makes the key by which secrets are sealed
  list            providers that wait, and those that are ready
  add <name>      creates it in the user pool, gives it to the app client and marks it ready
  remove <name>   takes it from both, once its account has removed it`;

const { values, positionals } = readCommandLine({ usage, options: placeOptions, allowPositionals: true });
const [act, name, ...more] = positionals;
const where = placeOf(values);
const isNamed = act === "add" || act === "remove";
const isKnown = isNamed ? name !== undefined : (act === "key" || act === "list") && name === undefined;
if (where === null || !isKnown || more.length > 0) {
	console.error(`Usage: ${usage}`);
	process.exit(2);
}

async function run() {
	if (act === "key") {
		const { publicKey, privateKey } = await createOperatorKey();
		console.log(`For [vars] of backend/wrangler.toml:\nSSO_PUBLIC_KEY = "${publicKey}"\n`);
		console.log(`For your own safe, and the environment of this command:\nSSO_PRIVATE_KEY=${privateKey}`);
		return;
	}
	const query = (sql) => queryDirectory(sql, where);
	const talk = console.log;
	if (act === "list") return listProviders({ query, talk });
	const { vars, privateKey } = await settings();
	const admin = createCognitoAdmin({ vars, environment: credentials(), fetch });
	if (admin === null) throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment are missing.");
	const { USER_POOL_ID: poolId, USER_POOL_CLIENT_ID: clientId } = vars;
	const parts = { admin, poolId, clientId, query, talk, privateKey, now: Date.now() };
	await (act === "add" ? addProvider(parts, name) : removeProvider(parts, name));
}

/** A local run has a pool and a key of its own. */
async function settings() {
	if (where.kind === "local") {
		const { localOperatorKey, localSettings } = await import("../local-settings.ts");
		const endpoint = `http://localhost:${process.env.PORT ?? 5173}/__local/cognito-idp`;
		return { vars: { ...localSettings, USER_POOL_ENDPOINT: endpoint }, privateKey: localOperatorKey.privateKey };
	}
	const { readSettings } = await import("./deploy/environment.ts");
	const { console: ofConsole, problems } = readSettings(root, where.environment);
	if (problems.length > 0) throw new Error(problems.join("\n"));
	return { vars: ofConsole.vars, privateKey: process.env.SSO_PRIVATE_KEY ?? null };
}

function credentials() {
	return where.kind === "local" ? { AWS_ACCESS_KEY_ID: "LOCAL", AWS_SECRET_ACCESS_KEY: "local" } : process.env;
}

await run().catch((error) => {
	console.error(error.message);
	process.exitCode = 1;
});
