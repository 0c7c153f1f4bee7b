// `npm run deploy`: refuses settings that would fail at the first request, then builds, migrates and deploys both Workers.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { unstable_readConfig as readConfig } from "wrangler";

const root = fileURLToPath(new URL("../../", import.meta.url));

function run(command, ...args) {
	execFileSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, CI: "1" } });
}

export async function findSettingProblems(consoleConfig, backendConfig) {
	const { module } = await runnerImport(fileURLToPath(new URL("../../worker/env.ts", import.meta.url)));
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

async function deploy() {
	const consoleConfig = readConfig({ config: `${root}wrangler.toml` });
	const backendConfig = readConfig({ config: `${root}backend/wrangler.toml` });
	const problems = await findSettingProblems(consoleConfig, backendConfig);
	const hasSms = Boolean(backendConfig.vars.SMS_COUNTRIES);
	if (problems.length === 0 && !consoleConfig.vars.UPSTREAM_URL) {
		problems.push(...findSecretProblems(listSecrets, { hasSms }));
	}
	problems.push(...findUploadProblems(consoleConfig.vars, process.env));
	if (problems.length > 0) {
		console.error(
			`Not deployed. These settings are missing or wrong:\n  ${problems.join("\n  ")}\nSee docs/deployment.md.`,
		);
		process.exitCode = 1;
		return;
	}
	run("npm", "run", "build");
	if (process.env.SENTRY_AUTH_TOKEN) {
		const built = JSON.parse(readFileSync(`${root}dist/deploy/aqlcloud/wrangler.json`, "utf8"));
		const folders = ["client", "aqlcloud", "aqlcloud_backend"].map((folder) => `dist/deploy/${folder}`);
		uploadSourceMaps(folders, built.vars.SENTRY_RELEASE);
	}
	if (!consoleConfig.vars.UPSTREAM_URL) {
		run("wrangler", "d1", "migrations", "apply", "DIRECTORY", "--remote", "-c", "backend/wrangler.toml");
		run("wrangler", "deploy", "-c", "dist/deploy/aqlcloud_backend/wrangler.json");
	}
	run("wrangler", "deploy", "-c", "dist/deploy/aqlcloud/wrangler.json");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await deploy();
