import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { createCloudflareApi } from "../../../local/tasks/deploy/cloudflare-api";
import type { Request } from "../../../local/tasks/deploy/command";
import { readSettings, type Settings } from "../../../local/tasks/deploy/environment";
import type { EnvironmentName } from "../../../local/tasks/deploy/environment-names";
import { deploy } from "../../../local/tasks/deploy/run-deploy";
import type { BuiltConfig } from "../../../local/tasks/deploy/upload-config";
import { consoleSettings } from "../../../worker/settings/setting-names";
import { type Emulated, Failure, uploadTo } from "./emulated-cloudflare";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
const ids = { USER_POOL_ID: "eu-west-1_Ab12Cd34E", USER_POOL_CLIENT_ID: "client0id" };

/** This repository's settings, filled in as by an operator; each change in the file that it belongs to. */
export function filledSettings(
	changes: Record<string, string> = {},
	environment: EnvironmentName = "production",
): Settings {
	const settings = readSettings(root, environment);
	const pool = { ...ids, IDENTITY_POOL_ID: "eu-west-1:00000000-0000-4000-8000-000000000001" };
	const isOfConsole = (name: string) => consoleSettings.some((known) => known === name);
	const changed = Object.entries(changes);
	Object.assign(settings.console.vars, pool, Object.fromEntries(changed.filter(([name]) => isOfConsole(name))));
	Object.assign(settings.backend.vars, ids, Object.fromEntries(changed.filter(([name]) => !isOfConsole(name))));
	return { ...settings, problems: [] };
}

export function createBuilt(): { root: string; build(code: string): void } {
	const folder = mkdtempSync(join(tmpdir(), "aqlcloud-built-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const migrations = "backend/migrations/directory";
	cpSync(join(root, migrations), join(folder, migrations), { recursive: true });
	const workers = { "dist/deploy/aqlcloud": "wrangler.toml", "dist/deploy/aqlcloud_backend": "backend/wrangler.toml" };
	function build(code: string): void {
		for (const [path, config] of Object.entries(workers)) {
			mkdirSync(join(folder, path), { recursive: true });
			writeFileSync(join(folder, path, "index.js"), code);
			writeFileSync(join(folder, path, "wrangler.json"), JSON.stringify(readConfig({ config: `${root}${config}` })));
		}
	}
	build("first");
	return { root: `${folder}/`, build };
}

type Release = { migration: string; tag: string; className: string; page: string };

export function copyBuilt(): { root: string; release(next: Release): void } {
	const folder = mkdtempSync(join(tmpdir(), "aqlcloud-release-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const copied = ["dist/deploy", "backend/migrations/directory"];
	for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
	return {
		root: `${folder}/`,
		release({ migration, tag, className, page }) {
			writeFileSync(join(folder, "backend/migrations/directory", migration), "CREATE TABLE next (id TEXT);");
			writeFileSync(join(folder, "dist/deploy/client", page), "next");
			const config = join(folder, "dist/deploy/aqlcloud_backend/wrangler.json");
			const { migrations, ...rest } = JSON.parse(readFileSync(config, "utf8"));
			const next = [...migrations, { tag, new_sqlite_classes: [className] }];
			writeFileSync(config, JSON.stringify({ ...rest, migrations: next }));
		},
	};
}

type Given = {
	cloudflare: Emulated;
	built?: { root: string };
	request?: Partial<Request>;
	settings?: Settings;
	variables?: Record<string, string>;
	answers?: string[];
	ask?: () => string | null;
	runs?: (words: string) => void;
	runWrangler?: (words: string[]) => Promise<unknown>;
	answer?: (url: string, init?: RequestInit) => Response | undefined;
	token?: string | null;
};

let minutes = 0;

/** Runs the command on an emulated account; the first call of wrangler is no process, unless a test brings one. */
export async function deployTo(given: Given) {
	const { cloudflare, settings = filledSettings(), variables = {}, answers: results = [] } = given;
	const said: string[] = [];
	const ran: string[] = [];
	const request = {
		environment: "production",
		isDryRun: false,
		isRollback: false,
		isConfirmed: true,
		place: null,
	} as const;
	minutes += 1;
	const now = new Date(Date.UTC(2026, 10, 26, 12, minutes));
	const exit = deploy(
		{ ...request, place: { kind: "jurisdiction", name: "eu" }, ...given.request },
		{
			root: given.built?.root ?? root,
			settings,
			variables,
			api: () =>
				given.token === null ? null : createCloudflareApi({ token: given.token ?? "token", base: cloudflare.base }),
			fetch: async (input, init) => {
				const request = new Request(input, init);
				return given.answer?.(request.url, init) ?? responseOf(cloudflare, request);
			},
			run: async (words) => {
				ran.push(words.join(" "));
				given.runs?.(words.join(" "));
				if (words[0] === "wrangler") await (given.runWrangler ?? emulatedWrangler(cloudflare))(words);
			},
			talk: { say: (text) => said.push(text), ask: async () => (given.ask ? given.ask() : (results.shift() ?? null)) },
			pause: async () => {},
			now: () => now,
		},
	);
	const code = await exit.catch((error: unknown) => `failed: ${String(error)}`);
	return { code, said: said.join("\n"), ran };
}

/** Responds as an existing pool, whose guests get nothing, and as a console that runs the last upload. */
async function responseOf({ account }: Emulated, { url, headers }: Request0): Promise<Response> {
	if (url.endsWith("/jwks.json")) return Response.json({ keys: [] });
	if (url.includes("amazonaws.com")) {
		const isGuest = headers.get("x-amz-target")?.includes("Identity") && url.includes("cognito-identity");
		const name = isGuest ? "NotAuthorizedException" : "UserNotFoundException";
		return Response.json({ __type: name, message: "" }, { status: 400 });
	}
	if (!url.endsWith("/api/health")) throw new Error(`Nothing answers at ${url}`);
	const console = account.workers.get(new URL(url).hostname.split(".")[0] ?? "");
	return Response.json({ status: "ok", version: { deployment: console?.deployments[0], contract: 2 } });
}
type Request0 = globalThis.Request;

/** Applies wrangler's requests to the account at once; another test covers their HTTP with wrangler itself. */
function emulatedWrangler(cloudflare: Emulated) {
	return async (words: string[]) => {
		const { account, failing } = cloudflare;
		const named = (flag: string) => words[words.indexOf(flag) + 1] ?? "";
		const config: BuiltConfig = JSON.parse(readFileSync(named("-c"), "utf8"));
		const isMigration = words[1] === "d1";
		const requested = `wrangler ${words[1]} ${config.name}`;
		cloudflare.asked.push(requested);
		const broken = failing.findIndex(({ pattern }) => pattern.test(requested));
		if (broken >= 0) {
			failing.splice(broken, 1);
			throw new Error("wrangler ended with 1");
		}
		if (isMigration) {
			const database = account.databases.find(({ uuid }) => uuid === config.d1_databases?.[0]?.database_id);
			if (!database) throw new Failure(404, 7404, "no database");
			database.migrations = readdirSync(`${root}backend/migrations/directory`).sort();
			return;
		}
		const secrets = words.includes("--secrets-file") ? JSON.parse(readFileSync(named("--secrets-file"), "utf8")) : {};
		uploadTo(account, {
			name: config.name,
			message: named("--message"),
			secrets: Object.keys(secrets),
			bindings: bindingsOf(config),
		});
		startUploaded(cloudflare, config);
	};
}

function bindingsOf({ services, r2_buckets, d1_databases, queues }: BuiltConfig): Record<string, unknown>[] {
	return [
		...(services ?? []).map((binding) => ({ type: "service", ...binding })),
		...(r2_buckets ?? []).map((binding) => ({ type: "r2_bucket", ...binding })),
		...(d1_databases ?? []).map((binding) => ({ type: "d1", ...binding })),
		...(queues?.producers ?? []).map(({ queue, ...binding }) => ({ type: "queue", queue_name: queue, ...binding })),
	];
}

function startUploaded({ account }: Emulated, config: BuiltConfig): void {
	const worker = account.workers.get(config.name);
	const { crons = [] } = config.triggers ?? {};
	if (worker) worker.crons = crons;
	for (const { queue } of config.queues?.consumers ?? []) {
		const taken = account.queues.find(({ name }) => name === queue);
		if (taken?.consumers.length === 0) taken.consumers.push({ script: config.name });
	}
}

export function runRealWrangler(base: string) {
	return (words: string[]) =>
		new Promise<string>((resolve, reject) => {
			const env = {
				...process.env,
				PATH: `${root}node_modules/.bin:${process.env.PATH}`,
				CI: "1",
				WRANGLER_SEND_METRICS: "false",
				CLOUDFLARE_API_BASE_URL: base,
				CLOUDFLARE_API_TOKEN: "token",
			};
			const [command = "", ...args] = words;
			execFile(command, args, { cwd: root, env }, (error, stdout, stderr) =>
				error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout),
			);
		});
}
