import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { unstable_readConfig as readConfig, experimental_readRawConfig as readRawConfig } from "wrangler";
import { readSettings, sharedKeys, variablesIn } from "../../../local/tasks/deploy/environment";
import { environmentOption } from "../../../local/tasks/deploy/environment-names";
import { findProblems } from "../../../local/tasks/deploy/settings";
import { type BuiltConfig, uploadConfig } from "../../../local/tasks/deploy/upload-config";
import { wantedOf } from "../../../local/tasks/deploy/wanted";
import { deployTo, filledSettings, root } from "./deployed";
import { startCloudflare } from "./emulated-cloudflare";

const files = ["wrangler.toml", "backend/wrangler.toml"] as const;
const production = { USER_POOL_ID: "eu-west-1_Production", CONSOLE_URL: "https://console.example.com" };
const staging = { USER_POOL_ID: "eu-west-1_Staging", CONSOLE_URL: "https://staging.example.com" };

afterEach(() => vi.unstubAllEnvs());

/** The repository's two files with production filled in, and an operator's additions. */
function writtenBy(more: Partial<Record<(typeof files)[number], string>>): string {
	const folder = mkdtempSync(join(tmpdir(), "aqlcloud-settings-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	mkdirSync(join(folder, "backend"));
	for (const file of files) {
		let text = readFileSync(`${root}${file}`, "utf8");
		for (const [name, value] of Object.entries(production)) text = text.replace(`${name} = ""`, `${name} = "${value}"`);
		writeFileSync(join(folder, file), `${text}\n${more[file] ?? ""}`);
	}
	return `${folder}/`;
}

const table = (name: string, vars: Record<string, string>) =>
	[`[${name}]`, ...Object.entries(vars).map(([key, value]) => `${key} = "${value}"`)].join("\n");
const own = table("env.staging.vars", staging);
const both = { "wrangler.toml": own, "backend/wrangler.toml": own };

describe("the settings of another environment", () => {
	it("hold nothing of production where a file has none", async () => {
		const folder = writtenBy({ "wrangler.toml": own });
		expect(readSettings(folder, "production").backend.vars).toMatchObject({ CONSOLE_URL: production.CONSOLE_URL });
		const settings = readSettings(folder, "staging");
		expect(settings.console.vars).toEqual(staging);
		expect(settings.backend.vars).toEqual({});
		expect(await findProblems(settings, {})).toContain(
			"backend/wrangler.toml: [env.staging.vars] is missing: staging takes no setting of production",
		);
	});

	it("keep a deployment and a rollback from being begun without them", async () => {
		const cloudflare = await startCloudflare();
		onTestFinished(() => cloudflare.close());
		const settings = readSettings(writtenBy({}), "staging");
		for (const isRollback of [false, true]) {
			const request = { environment: "staging", isRollback } as const;
			const { code, said, ran } = await deployTo({ cloudflare, settings, request });
			expect([code, ran, cloudflare.asked]).toEqual([1, [], []]);
			expect(said).toContain("wrangler.toml: [env.staging.vars] is missing");
			expect(said).not.toContain(production.CONSOLE_URL);
		}
	});

	it("suffice where both files have them, and need one file for a backend of the operator's own", () => {
		expect(readSettings(writtenBy(both), "staging").problems).toEqual([]);
		const upstream = table("env.staging.vars", { ...staging, UPSTREAM_URL: "https://api.example.com" });
		expect(readSettings(writtenBy({ "wrangler.toml": upstream }), "staging").problems).toEqual([]);
	});

	it.each([
		[
			"a misspelled name",
			{ ...both, "wrangler.toml": table("env.stagging.vars", staging) },
			"[env.stagging] is read by",
		],
		[
			"production's own table",
			{ ...both, "wrangler.toml": `${own}\n${table("env.production.vars", {})}` },
			"[env.production]",
		],
		[
			"a binding of its own",
			{ ...both, "wrangler.toml": `${own}\n[env.staging]\naccount_id = "1"` },
			"account_id of [env.staging]",
		],
		[
			"a route of production",
			{ ...both, "wrangler.toml": `${own}\n[placement]\nmode = "smart"` },
			"placement is production's",
		],
	])("are rejected for %s", (_, written, text) => {
		expect(readSettings(writtenBy(written), "staging").problems).toContainEqual(expect.stringContaining(text));
	});

	it("fail where they stand outside a table of settings, whose name is said", () => {
		const written = { ...both, "wrangler.toml": `SIGN_UP = "off"\n${own}` };
		expect(readSettings(writtenBy(written), "staging").problems).toEqual([
			"wrangler.toml: SIGN_UP stands in [observability.logs], where nothing reads it: settings belong under [vars] or [env.staging.vars]",
		]);
	});

	it("fail by line where a file is no TOML, without the rest of the file", () => {
		const read = () =>
			readSettings(writtenBy({ "wrangler.toml": "[env.staging.vars]\nCOMPANY_NAME = Cold Ltd" }), "production");
		expect(read).toThrow(/wrangler\.toml, line \d+: .*: COMPANY_NAME = Cold Ltd\. A text stands in quotes\.$/);
	});

	it("share with production no key of the two files that is not known to be shared", () => {
		for (const file of files) {
			const keys = Object.keys(readRawConfig({ config: `${root}${file}` }).rawConfig);
			expect(keys.filter((key) => !sharedKeys.has(key))).toEqual([]);
		}
	});
});

function namesIn(config: object): string[] {
	const { configPath: _, userConfigPath: __, topLevelName: ___, ...uploaded } = { ...emptyPaths, ...config };
	const leaves = (value: unknown): unknown[] =>
		typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
	return leaves(uploaded).flatMap((leaf) =>
		typeof leaf === "string" && /aqlcloud|DIRECTORY/.test(leaf) ? [leaf] : [],
	);
}
const emptyPaths = { configPath: null, userConfigPath: null, topLevelName: null };
/** A binding's name in code, which is the same everywhere. */
const bindings = ["DIRECTORY", "../../../backend/migrations/directory"];

describe("the names of another environment in one account", () => {
	it("differ from production's in all that is uploaded", () => {
		const database = { id: "1", jurisdiction: null };
		for (const file of files) {
			const built = readConfig({ config: `${root}${file}` }) as unknown as BuiltConfig; // as a build leaves it
			const [first, second] = (["production", "staging"] as const).map((environment) => {
				const wanted = wantedOf(environment, filledSettings({}, environment), {});
				return namesIn(uploadConfig(built, { wanted, accountId: null, database }));
			});
			expect(first?.length).toBeGreaterThan(2);
			expect(second?.filter((name) => first?.includes(name) && !bindings.includes(name))).toEqual([]);
		}
	});
});

describe("CLOUDFLARE_ENV", () => {
	it("names the environment of a command without --env, and changes no settings beside it", () => {
		vi.stubEnv("CLOUDFLARE_ENV", "staging");
		const folder = writtenBy(both);
		const { console, backend } = readSettings(folder, "production");
		expect([console.name, backend.name]).toEqual(["aqlcloud", "aqlcloud-backend"]);
		expect(variablesIn("production", `${folder}wrangler.toml`)).toMatchObject({
			USER_POOL_ID: production.USER_POOL_ID,
		});
		expect(environmentOption()).toEqual({ type: "string", default: "staging" });
		expect(process.env).not.toHaveProperty("CLOUDFLARE_ENV");
	});
});
