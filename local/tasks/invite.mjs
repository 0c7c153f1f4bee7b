// `npm run invite -- owner@company.com`: creates a sign-in; needs AWS credentials. docs/deployment.md
import { fileURLToPath } from "node:url";
import { readCommandLine } from "./command-line.mjs";
import { createCognitoAdmin } from "./deploy/cognito-admin.ts";
import { environmentOption, isEnvironmentName } from "./deploy/environment-names.ts";
import { invitePerson } from "./deploy/invite-person.ts";
import { listed } from "./deploy/talk.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const usage = "npm run invite -- [--env production|staging] <mail address>";

const { values, positionals } = readCommandLine({
	usage,
	options: { env: environmentOption() },
	allowPositionals: true,
});
const [email] = positionals;
if (!isEnvironmentName(values.env) || email === undefined || positionals.length > 1) {
	console.error(`Usage: ${usage}`);
	process.exit(2);
}

async function invite() {
	const { readSettings } = await import("./deploy/environment.ts");
	const { console: ofConsole, backend, problems } = readSettings(root, values.env);
	if (!ofConsole.vars.USER_POOL_ID) problems.push("wrangler.toml: USER_POOL_ID is not set yet");
	if (problems.length > 0) return { isDone: false, said: `Nobody was invited:\n${listed(problems)}` };
	return invitePerson({
		admin: createCognitoAdmin({ vars: ofConsole.vars, environment: process.env, fetch }),
		poolId: ofConsole.vars.USER_POOL_ID,
		email,
		console: backend.vars.CONSOLE_URL || null,
	});
}

const { isDone, said } = await invite().catch((error) => ({
	isDone: false,
	said: `Nobody was invited: ${error.message}`,
}));
(isDone ? console.log : console.error)(said);
process.exitCode = isDone ? 0 : 1;
