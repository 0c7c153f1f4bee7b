import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import type { Settings, WorkerSettings } from "./environment.ts";
import { secretNames } from "./wanted.ts";

type Variables = Record<string, unknown>;
type Vars = Pick<WorkerSettings, "vars">;

/** The product's own parsers, so that nothing is accepted here that health rejects later. */
async function productModule<Module>(path: string): Promise<Module> {
	const loading = loaded.get(path) ?? runnerImport(fileURLToPath(new URL(`../../../${path}`, import.meta.url)));
	loaded.set(path, loading);
	const { module } = await loading;
	return module as Module; // as the file at that path exports
}

const loaded = new Map<string, ReturnType<typeof runnerImport>>();

type ConsoleParser = {
	parseEnvironment(vars: Variables): {
		settings: { isValid: true } | { isValid: false; problems: { setting: string; error: string }[] };
	};
};
type BackendParser = {
	parseSettings(env: Variables): { isValid: true } | { isValid: false; problems: string[] };
};

type Environment = Readonly<Record<string, string | undefined>>;

export async function findSettingProblems(console: Vars, backend: Vars, environment: Environment): Promise<string[]> {
	const { parseEnvironment } = await productModule<ConsoleParser>("worker/settings/environment.ts");
	const given = Object.fromEntries(
		secretNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
	);
	const { settings } = parseEnvironment({ ...console.vars, ...given });
	const problems = settings.isValid
		? []
		: settings.problems.map(({ setting, error }) =>
				setting in given
					? notValid(setting)
					: inWords("wrangler.toml", setting, console.vars[setting] && `not valid (${error})`),
			);
	if (console.vars.UPSTREAM_URL) return problems;
	for (const name of ["USER_POOL_ID", "USER_POOL_CLIENT_ID"]) {
		if (backend.vars[name] !== console.vars[name]) {
			problems.push(`backend/wrangler.toml: ${name} differs from wrangler.toml`);
		}
	}
	const { parseSettings } = await productModule<BackendParser>("backend/base/env.ts");
	const parsed = parseSettings({ ...backend.vars, ...given });
	for (const name of parsed.isValid ? [] : parsed.problems) {
		if (name in given) problems.push(notValid(name));
		else if (!isSecret(name) && !alreadySaid.includes(name)) {
			problems.push(inWords("backend/wrangler.toml", name, backend.vars[name] && "not valid"));
		}
	}
	return problems;
}

const notValid = (name: string) => `${name} of the environment is not valid`;
const isSecret = (name: string) => secretNames.some((secret) => secret === name);
const alreadySaid = ["USER_POOL_ID", "USER_POOL_CLIENT_ID"];

function inWords(file: string, name: string, wrong: unknown): string {
	return `${file}: ${name} is ${wrong ? String(wrong) : "not set yet"}`;
}

/** With a token, source maps are uploaded, which needs all settings of the error service. */
export function findUploadProblems(vars: Variables, environment: Environment): string[] {
	if (!environment.SENTRY_AUTH_TOKEN) return [];
	const missing = ["SENTRY_ORG", "SENTRY_PROJECT"].filter((name) => !environment[name]);
	const problems = missing.map((name) => `${name} of the environment, as SENTRY_AUTH_TOKEN is set`);
	if (!vars.SENTRY_DSN) problems.push("wrangler.toml: SENTRY_DSN, as SENTRY_AUTH_TOKEN is set");
	return problems;
}

/** Vars and secrets share names, and an upload would replace a secret by the public `[vars]`. */
function findNamesTaken({ console, backend }: Settings): string[] {
	const taken = (file: string, { vars }: Vars) =>
		secretNames
			.filter((name) => name in vars)
			.map((name) => `${file}: ${name} is a secret: take it out of [vars], and give it to this command`);
	return [...taken("wrangler.toml", console), ...taken("backend/wrangler.toml", backend)];
}

/** Unknown names are misspelled settings. A value that is no text would count as unset. */
async function findUnread({ console, backend }: Settings): Promise<string[]> {
	const { consoleSettings } = await productModule<{ consoleSettings: readonly string[] }>(
		"worker/settings/setting-names.ts",
	);
	const { backendSettings } = await productModule<{ backendSettings: string[] }>("backend/base/env.ts");
	const inFile = (file: string, { vars }: Vars, known: readonly string[]) =>
		Object.entries(vars).flatMap(([name, value]) => {
			if (secretNames.some((secret) => secret === name)) return [];
			if (!known.includes(name)) return [`${file}: ${name} is no setting: nothing reads it. Is it misspelled?`];
			return typeof value === "string" ? [] : [`${file}: ${name} has to be a text, in quotes`];
		});
	return [
		...inFile("wrangler.toml", console, consoleSettings),
		...inFile("backend/wrangler.toml", backend, backendSettings),
	];
}

function findOtherAccounts({ console, backend }: Settings, environment: Environment): string[] {
	const ids = [
		["CLOUDFLARE_ACCOUNT_ID of the environment", environment.CLOUDFLARE_ACCOUNT_ID || null],
		["account_id of wrangler.toml", console.accountId],
		["account_id of backend/wrangler.toml", backend.accountId],
	] as const;
	const said = ids.filter(([, id]) => id !== null);
	if (new Set(said.map(([, id]) => id)).size <= 1) return [];
	return [`${said.map(([where, id]) => `${where} is ${id}`).join(", and ")}: which account is meant?`];
}

export async function findProblems(settings: Settings, environment: Environment): Promise<string[]> {
	const { console, backend, problems } = settings;
	return [
		...problems,
		...(await findSettingProblems(console, backend, environment)),
		...findNamesTaken(settings),
		...(await findUnread(settings)),
		...findOtherAccounts(settings, environment),
		...findUploadProblems(console.vars, environment),
	];
}

export type StoredForm = { version: number; leastReader: number };

export async function readStoredForm(): Promise<StoredForm> {
	return (await productModule<{ storedForm: StoredForm }>("backend/base/stored-form.ts")).storedForm;
}
