import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { deploy, findSecretProblems, findSettingProblems } from "../../local/tasks/deploy.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readBoth = () => ({
	console: readConfig({ config: `${root}wrangler.toml` }),
	backend: readConfig({ config: `${root}backend/wrangler.toml` }),
});
const ids = { USER_POOL_ID: "eu-west-1_Ab12Cd34E", USER_POOL_CLIENT_ID: "client0id" };

describe("a deployment", () => {
	it("is refused as the repository stands, with every missing setting named", async () => {
		const configs = readBoth();
		const problems = await findSettingProblems(configs.console, configs.backend);
		for (const name of ["USER_POOL_ID", "USER_POOL_CLIENT_ID", "IDENTITY_POOL_ID", "database_id"]) {
			expect(problems.join("\n")).toContain(name);
		}
	});

	it("goes on when both Workers name the same pool and the directory has its id", async () => {
		const configs = readBoth();
		Object.assign(configs.console.vars, ids, { IDENTITY_POOL_ID: "eu-west-1:00000000-0000-4000-8000-000000000001" });
		Object.assign(configs.backend.vars, ids);
		Object.assign(configs.backend.d1_databases[0] ?? {}, { database_id: "0" });
		expect(await findSettingProblems(configs.console, configs.backend)).toEqual([]);
		configs.backend.vars.USER_POOL_ID = "eu-west-1_Another01";
		expect(await findSettingProblems(configs.console, configs.backend)).toEqual([
			"backend/wrangler.toml: USER_POOL_ID differs from wrangler.toml",
		]);
	});

	it("with a backend of the owner's own asks nothing of ours", async () => {
		const configs = readBoth();
		const own = { IDENTITY_POOL_ID: "eu-west-1:0", UPSTREAM_URL: "https://api.example.com/trpc" };
		Object.assign(configs.console.vars, ids, own);
		expect(await findSettingProblems(configs.console, configs.backend)).toEqual([]);
	});

	it("is refused without the secret of device keys, also where the backend was never deployed", () => {
		const neverDeployed = () => {
			throw Object.assign(new Error("failed"), { stdout: "", stderr: "This Worker does not exist [code: 10007]" });
		};
		expect(findSecretProblems(() => "[]")).toEqual([expect.stringContaining("INGEST_SECRET")]);
		expect(findSecretProblems(neverDeployed)).toEqual([expect.stringContaining("INGEST_SECRET")]);
		expect(findSecretProblems(() => '[{"name":"INGEST_SECRET","type":"secret_text"}]')).toEqual([]);
	});

	it("is refused where the settings of messages are not whole", async () => {
		const configs = readBoth();
		Object.assign(configs.console.vars, ids, { IDENTITY_POOL_ID: "eu-west-1:00000000-0000-4000-8000-000000000001" });
		Object.assign(configs.backend.vars, ids, { EMAIL_FROM: "console@example.com", SMS_COUNTRIES: "PT" });
		Object.assign(configs.backend.d1_databases[0] ?? {}, { database_id: "0" });
		expect(await findSettingProblems(configs.console, configs.backend)).toEqual(["backend/wrangler.toml: CONSOLE_URL"]);
		Object.assign(configs.backend.vars, { CONSOLE_URL: "https://console.example.com" });
		expect(await findSettingProblems(configs.console, configs.backend)).toEqual([]);
		const known = () => '[{"name":"INGEST_SECRET"},{"name":"SMS_ACCESS_KEY_ID"}]';
		expect(findSecretProblems(known)).toEqual([]);
		expect(findSecretProblems(known, { hasSms: true })).toEqual([expect.stringMatching(/^SMS_SECRET_ACCESS_KEY /)]);
	});

	it("stops where nobody could be asked about secrets", () => {
		const signedOut = () => {
			throw Object.assign(new Error("Not logged in"), { stdout: "", stderr: "You are not logged in" });
		};
		expect(() => findSecretProblems(signedOut)).toThrow("Not logged in");
	});
});

describe("a dry run", () => {
	async function deployed(isDryRun: boolean, changes: object = {}) {
		const configs = readBoth();
		Object.assign(configs.console.vars, ids, { IDENTITY_POOL_ID: "eu-west-1:00000000-0000-4000-8000-000000000001" });
		Object.assign(configs.console.vars, changes);
		Object.assign(configs.backend.vars, ids);
		Object.assign(configs.backend.d1_databases[0] ?? {}, { database_id: "0" });
		const ran: string[] = [];
		const printed = vi.spyOn(console, "log").mockImplementation(() => {});
		const exitCode = await deploy({
			isDryRun,
			consoleConfig: configs.console,
			backendConfig: configs.backend,
			environment: {},
			list: () => '[{"name":"INGEST_SECRET"}]',
			run: (...words: string[]) => ran.push(words.join(" ")),
		});
		const said = printed.mock.calls.flat().join("\n").split("\n");
		printed.mockRestore();
		return { exitCode, ran, said: said.map((text) => text.trim()) };
	}

	it("says each step that a deployment takes, and takes none", async () => {
		const real = await deployed(false);
		expect(real.ran).toEqual([
			"npm run build",
			"wrangler d1 migrations apply DIRECTORY --remote -c backend/wrangler.toml",
			"wrangler deploy -c dist/deploy/aqlcloud_backend/wrangler.json",
			"wrangler deploy -c dist/deploy/aqlcloud/wrangler.json",
		]);
		const dry = await deployed(true);
		expect(dry).toEqual({
			exitCode: 0,
			ran: [],
			said: ["Nothing is changed. The deployment would run:", ...real.ran],
		});
	});

	it("with a backend of the owner's own says nothing of ours", async () => {
		const { ran, said } = await deployed(true, { UPSTREAM_URL: "https://api.example.com/trpc" });
		expect(ran).toEqual([]);
		expect(said.slice(1)).toEqual(["npm run build", "wrangler deploy -c dist/deploy/aqlcloud/wrangler.json"]);
	});

	it("is refused where the deployment would be", async () => {
		const refused = vi.spyOn(console, "error").mockImplementation(() => {});
		const { exitCode, ran, said } = await deployed(true, { USER_POOL_ID: "" });
		expect([exitCode, ran, said]).toEqual([1, [], [""]]);
		expect(String(refused.mock.calls)).toContain("USER_POOL_ID");
		refused.mockRestore();
	});
});
