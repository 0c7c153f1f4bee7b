// `npm run deploy`: refuses settings that would fail at the first request, then builds, migrates and deploys both Workers.
// `npm run deploy -- --dry-run` says what it would do.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { unstable_readConfig as readConfig } from "wrangler";
import { readCommandLine } from "./command-line.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

function run(command, ...args) {
	execFileSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, CI: "1" } });
}

export async function findSettingProblems(consoleConfig, backendConfig) {
	const { module } = await runnerImport(
		fileURLToPath(new URL("../../worker/settings/environment.ts", import.meta.url)),
	);
	const { settings } = module.parseEnvironment(consoleConfig.vars);
	const problems = settings.isValid
		? []
		: settings.problems.map(({ setting, error }) => `wrangler.toml: ${setting} (${error})`);
	if (consoleConfig.vars.UPSTREAM_URL) return problems;
	for (const name of ["USER_POOL_ID", "USER_POOL_CLIENT_ID"]) {
		if (backendConfig.vars[name] !== consoleConfig.vars[name]) {
			problems.push(`backend/wrangler.toml: ${name} differs from wrangler.toml`);
		}
	}
	problems.push(...(await findMessageProblems(backendConfig.vars)));
	if (!backendConfig.d1_databases[0]?.database_id) {
		problems.push("backend/wrangler.toml: database_id of DIRECTORY is missing (wrangler d1 create DIRECTORY)");
	}
	return problems;
}

const smsSecrets = ["SMS_ACCESS_KEY_ID", "SMS_SECRET_ACCESS_KEY"];

async function findMessageProblems(vars) {
	const { module } = await runnerImport(
		fileURLToPath(new URL("../../backend/base/message-settings.ts", import.meta.url)),
	);
	const { problems } = module.parseMessageSettings(vars);
	return problems.filter((name) => !smsSecrets.includes(name)).map((name) => `backend/wrangler.toml: ${name}`);
}

/** Cloudflare's error code for a Worker that was never deployed and so has no secrets. */
const unknownWorker = "10007";

function listSecrets() {
	const args = ["secret", "list", "-c", "backend/wrangler.toml", "--format", "json"];
	return execFileSync("wrangler", args, { cwd: root, encoding: "utf8", stdio: "pipe" });
}

/** A backend without its secret answers no call, so this is checked before anything is changed. */
export function findSecretProblems(list = listSecrets, { hasSms = false } = {}) {
	let names = [];
	try {
		names = JSON.parse(list()).map(({ name }) => name);
	} catch (error) {
		if (!`${error.stdout}${error.stderr}`.includes(unknownWorker)) throw error;
	}
	const put = (name) => `npx wrangler secret put ${name} -c backend/wrangler.toml`;
	const missing = (hasSms ? smsSecrets : []).filter((name) => !names.includes(name));
	return [
		...(names.includes("INGEST_SECRET")
			? []
			: [`INGEST_SECRET of the backend (openssl rand -hex 32 | ${put("INGEST_SECRET")})`]),
		...missing.map((name) => `${name} of the backend, as SMS_COUNTRIES is set (${put(name)})`),
	];
}

/** With a token, source maps are uploaded, which needs the complete settings of the error service. */
export function findUploadProblems(vars, environment) {
	if (!environment.SENTRY_AUTH_TOKEN) return [];
	const missing = ["SENTRY_ORG", "SENTRY_PROJECT"].filter((name) => !environment[name]);
	const problems = missing.map((name) => `${name} of the environment, as SENTRY_AUTH_TOKEN is set`);
	if (!vars.SENTRY_DSN) problems.push("wrangler.toml: SENTRY_DSN, as SENTRY_AUTH_TOKEN is set");
	return problems;
}

/**
 * Uploads each file with its map. The command first writes a debug id into both, so deploy afterwards; .assetsignore
 * keeps the maps out of the deployment.
 */
export function uploadSourceMaps(folders, release) {
	run("sentry-cli", "sourcemaps", "upload", ...(release ? ["--release", release] : []), ...folders);
}

/** In order; each says what it does and does it. */
function deploymentSteps({ hasOwnBackend, hasSourceMaps, run }) {
	const command = (...words) => ({ text: words.join(" "), take: () => run(...words) });
	const deployed = (name) => command("wrangler", "deploy", "-c", `dist/deploy/${name}/wrangler.json`);
	const sourceMaps = { text: "sentry-cli sourcemaps upload, of what was built", take: uploadBuiltSourceMaps };
	const migrations = "wrangler d1 migrations apply DIRECTORY --remote -c backend/wrangler.toml";
	return [
		command("npm", "run", "build"),
		...(hasSourceMaps ? [sourceMaps] : []),
		...(hasOwnBackend ? [] : [command(...migrations.split(" ")), deployed("aqlcloud_backend")]),
		deployed("aqlcloud"),
	];
}

function uploadBuiltSourceMaps() {
	const built = JSON.parse(readFileSync(`${root}dist/deploy/aqlcloud/wrangler.json`, "utf8"));
	const folders = ["client", "aqlcloud", "aqlcloud_backend"].map((folder) => `dist/deploy/${folder}`);
	uploadSourceMaps(folders, built.vars.SENTRY_RELEASE);
}

async function findProblems({ consoleConfig, backendConfig, environment, list }) {
	const problems = await findSettingProblems(consoleConfig, backendConfig);
	const hasSms = Boolean(backendConfig.vars.SMS_COUNTRIES);
	if (problems.length === 0 && !consoleConfig.vars.UPSTREAM_URL) problems.push(...findSecretProblems(list, { hasSms }));
	return [...problems, ...findUploadProblems(consoleConfig.vars, environment)];
}

/** Resolves to the exit code. A dry run reads what the deployment would and says its steps. */
export async function deploy({ isDryRun, run: runCommand = run, ...read }) {
	const { consoleConfig, environment } = read;
	const problems = await findProblems(read);
	if (problems.length > 0) {
		console.error(
			`Not deployed. These settings are missing or wrong:\n  ${problems.join("\n  ")}\nSee docs/deployment.md.`,
		);
		return 1;
	}
	const hasOwnBackend = Boolean(consoleConfig.vars.UPSTREAM_URL);
	const hasSourceMaps = Boolean(environment.SENTRY_AUTH_TOKEN);
	const steps = deploymentSteps({ hasOwnBackend, hasSourceMaps, run: runCommand });
	if (isDryRun) {
		console.log(`Nothing is changed. The deployment would run:\n  ${steps.map(({ text }) => text).join("\n  ")}`);
		return 0;
	}
	for (const { take } of steps) take();
	return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { values } = readCommandLine({
		usage: "npm run deploy [-- --dry-run]",
		options: { "dry-run": { type: "boolean", default: false } },
	});
	process.exitCode = await deploy({
		isDryRun: values["dry-run"],
		consoleConfig: readConfig({ config: `${root}wrangler.toml` }),
		backendConfig: readConfig({ config: `${root}backend/wrangler.toml` }),
		environment: process.env,
		list: listSecrets,
	});
}
