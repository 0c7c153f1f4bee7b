import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createBuilt, deployTo as deployWith, filledSettings } from "./deployed";
import { accountId, type Emulated, startCloudflare } from "./emulated-cloudflare";

type Deployed = Omit<Parameters<typeof deployWith>[0], "built">;

let built: ReturnType<typeof createBuilt>;
beforeEach(() => {
	built = createBuilt();
});

const deployTo = (given: Deployed) => deployWith({ ...given, built });

async function emulate(): Promise<Emulated> {
	const cloudflare = await startCloudflare();
	onTestFinished(() => cloudflare.close());
	return cloudflare;
}

const changes = (requested: string[]) =>
	requested.filter((line) => !line.startsWith("GET") && !line.endsWith("/query"));

const queues = ["alert-messages", "email-events", "lost-messages", "mail-messages", "report-runs", "webhook-messages"];

describe("a deployment", () => {
	it("makes all of an empty account in one jurisdiction, the second run nothing, and both say that it is well", async () => {
		const cloudflare = await emulate();
		const first = await deployTo({ cloudflare });
		expect(first.code, first.said).toBe(0);
		const { account } = cloudflare;
		expect(account.databases).toMatchObject([{ name: "DIRECTORY", jurisdiction: "eu" }]);
		expect(account.buckets).toMatchObject([{ name: "aqlcloud-archive", jurisdiction: "eu" }]);
		expect(account.queues.map(({ name }) => name)).toEqual(queues.map((name) => `aqlcloud-${name}`));
		expect([...account.workers.keys()]).toEqual(["aqlcloud-backend", "aqlcloud"]);
		expect([...(account.workers.get("aqlcloud-backend")?.secrets ?? [])]).toEqual(["INGEST_SECRET"]);
		expect([...(account.workers.get("aqlcloud")?.secrets ?? [])]).toEqual(["SESSION_KEY"]);
		expect(first.said).toContain("https://aqlcloud.northwind.workers.dev  console");

		cloudflare.asked.length = 0;
		const second = await deployTo({ cloudflare, request: { place: null } });
		expect(second.code, second.said).toBe(0);
		expect(second.said).toContain("if code or settings differ from what runs");
		expect(second.said).toContain("Nothing is to be done.");
		expect(changes(cloudflare.asked)).toEqual([]);
	});

	it("goes on by the same command from whichever step failed, and ends as if none had", async () => {
		const whole = await emulate();
		await deployTo({ cloudflare: whole });
		const steps = [...new Set(changes(whole.asked))];
		expect(steps.length).toBeGreaterThan(5);
		for (const step of steps) {
			const cloudflare = await emulate();
			const isWrangler = step.startsWith("wrangler");
			cloudflare.failing.push({ pattern: new RegExp(`^${step}$`), status: 500, isOnce: true });
			const broken = await deployTo({ cloudflare });
			expect(broken.code, step).toMatch(isWrangler ? /wrangler ended/ : /CloudflareError/);
			expect(broken.said).toContain("run the same command again");
			const again = await deployTo({ cloudflare });
			expect(again.code, `${step}: ${again.said}`).toBe(0);
			for (const part of ["databases", "buckets", "queues"] as const) {
				const names = (emulated: Emulated) => emulated.account[part].map(({ name }) => name);
				expect(names(cloudflare), step).toEqual(names(whole));
			}
			expect([...cloudflare.account.workers.keys()], step).toEqual([...whole.account.workers.keys()]);
			const third = await deployTo({ cloudflare });
			expect(third.said, step).toContain("Nothing is to be done.");
		}
	});

	it.each([
		["D1", /d1\/database/, "D1: Edit"],
		["R2", /r2\/buckets/, "Workers R2 Storage: Edit"],
		["queues", /\/queues/, "Queues: Edit"],
		["Workers", /workers\//, "Workers Scripts: Edit"],
	])("changes nothing with a token that may not read %s, and names the right", async (_, pattern, right) => {
		const cloudflare = await emulate();
		cloudflare.failing.push({ pattern, status: 403, isOnce: false });
		const { code, said, ran } = await deployTo({ cloudflare });
		expect([code, changes(cloudflare.asked), ran]).toEqual([1, [], []]);
		expect(said).toContain(`The token lacks a right: ${right}`);
	});

	it("asks Cloudflare and the operator before it builds anything", async () => {
		const cloudflare = await emulate();
		const order: string[] = [];
		const { code, said, ran } = await deployTo({
			cloudflare,
			request: { isConfirmed: false },
			ask: () => {
				order.push(cloudflare.asked.length > 5 ? "confirmed once the account is known" : "confirmed too early");
				return "yes";
			},
			runs: (words) => order.push(words),
		});
		expect(code, said).toBe(0);
		expect(order.slice(0, 2)).toEqual(["confirmed once the account is known", "npm run build"]);
		expect(ran.filter((words) => words === "npm run build")).toHaveLength(1);
		cloudflare.failing.push({ pattern: /^GET \/accounts$/, status: 400, code: 6003, isOnce: false });
		const malformed = await deployTo({ cloudflare });
		expect([malformed.code, malformed.ran]).toEqual([1, []]);
		expect(malformed.said).toContain("Cloudflare refuses this token");
	});

	it("rejects a secret among the settings, two accounts, and a release older than what is stored", async () => {
		const cloudflare = await emulate();
		const rejectedFor = async (given: Omit<Deployed, "cloudflare">) => {
			const { code, said, ran } = await deployTo({ cloudflare, ...given });
			expect([code, ran], said).toEqual([1, []]);
			return said;
		};
		const settings = filledSettings({ STRIPE_SECRET_KEY: "" });
		expect(await rejectedFor({ settings })).toContain("backend/wrangler.toml: STRIPE_SECRET_KEY is a secret");
		const named = filledSettings();
		named.console.accountId = accountId;
		const variables = { CLOUDFLARE_ACCOUNT_ID: "f".repeat(32) };
		expect(await rejectedFor({ settings: named, variables })).toContain("which account is meant?");
		expect(changes(cloudflare.asked)).toEqual([]);
		expect((await deployTo({ cloudflare })).code).toBe(0);
		cloudflare.account.leastReader = 1_000;
		expect(await rejectedFor({})).toContain("needs code of form 1000 or later");
	});

	it("goes on with a token that may not list accounts, where the account is named, and takes no queue from another", async () => {
		const cloudflare = await emulate();
		cloudflare.failing.push({ pattern: /^GET \/accounts$/, status: 400, isOnce: false });
		const unnamed = await deployTo({ cloudflare });
		expect([unnamed.code, unnamed.said]).toEqual([1, expect.stringContaining("refuses this token")]);
		const named = await deployTo({ cloudflare, variables: { CLOUDFLARE_ACCOUNT_ID: accountId } });
		expect(named.code, named.said).toBe(0);
		cloudflare.account.queues[0]?.consumers.splice(0, 1, { script: "newsletter" });
		const taken = await deployTo({ cloudflare, variables: { CLOUDFLARE_ACCOUNT_ID: accountId } });
		expect([taken.code, taken.said]).toEqual([1, expect.stringContaining("emptied by another consumer, newsletter")]);
		cloudflare.account.queues[0]?.consumers.splice(0, 1, { type: "http_pull" });
		const pulled = await deployTo({ cloudflare, variables: { CLOUDFLARE_ACCOUNT_ID: accountId } });
		expect([pulled.code, pulled.said]).toEqual([1, expect.stringContaining("another consumer, http_pull")]);
	});

	it("says what failed with a token that may read and not write, and goes on once it may", async () => {
		const cloudflare = await emulate();
		cloudflare.failing.push({ pattern: /^POST .*\/queues$/, status: 403, isOnce: true });
		const { code, said } = await deployTo({ cloudflare });
		expect(code).toBe(1);
		expect(said).toContain("Cloudflare refuses this token: POST");
		expect((await deployTo({ cloudflare })).code).toBe(0);
	});

	it("stops before it begins where no one is signed in, confirms, or says where data shall lie", async () => {
		const cloudflare = await emulate();
		const signedOut = await deployTo({ cloudflare, token: null });
		expect([signedOut.code, signedOut.said]).toEqual([1, expect.stringContaining("npx wrangler login")]);
		const unconfirmed = await deployTo({ cloudflare, request: { isConfirmed: false } });
		expect([unconfirmed.code, unconfirmed.said]).toEqual([1, expect.stringContaining("--yes was not given")]);
		const rejected = await deployTo({ cloudflare, request: { isConfirmed: false }, answers: ["no"] });
		expect(rejected.code).toBe(1);
		const nowhere = await deployTo({ cloudflare, request: { place: null } });
		expect([nowhere.code, nowhere.said]).toEqual([1, expect.stringContaining("--place")]);
		expect(changes(cloudflare.asked)).toEqual([]);
		const requested = await deployTo({
			cloudflare,
			request: { place: null, isConfirmed: false },
			answers: ["weur", "yes"],
		});
		expect([requested.code, cloudflare.account.databases[0]?.place]).toEqual([0, "weur"]);
	});

	it("makes and binds nothing of ours with a backend of the operator's own", async () => {
		const cloudflare = await emulate();
		const settings = filledSettings({ UPSTREAM_URL: "https://api.example.com/trpc" });
		const { code, said } = await deployTo({ cloudflare, settings, request: { place: null } });
		expect(code, said).toBe(0);
		const { account } = cloudflare;
		expect([account.databases, account.buckets, account.queues]).toEqual([[], [], []]);
		expect([...account.workers.keys()]).toEqual(["aqlcloud"]);
		const bindings = [...(account.workers.get("aqlcloud")?.versions.values() ?? [])].flatMap(
			(subject) => subject.bindings,
		);
		expect(bindings).toEqual([]);
	});

	it("leads a hostname to the console beside those of brands, and never one that leads elsewhere", async () => {
		const cloudflare = await emulate();
		const { account } = cloudflare;
		account.domains.set("portal.customer.example", "aqlcloud");
		const settings = filledSettings({ CONSOLE_URL: "https://console.example.com" });
		const respond = (url: string) =>
			url === "https://console.example.com/api/health"
				? Response.json({ status: "ok", version: { deployment: account.workers.get("aqlcloud")?.deployments[0] } })
				: undefined;
		const { code, said } = await deployTo({ cloudflare, settings, answer: respond });
		expect(code, said).toBe(0);
		expect([...account.domains]).toEqual([
			["portal.customer.example", "aqlcloud"],
			["console.example.com", "aqlcloud"],
		]);
		account.domains.set("console.example.com", "website");
		expect((await deployTo({ cloudflare, settings, answer: respond })).said).toContain(
			"leads to another Worker, website",
		);
		account.zones = [];
		expect((await deployTo({ cloudflare, settings, answer: respond })).said).toContain("No zone of this account holds");
	});

	it("keeps two environments of one account apart by name", async () => {
		const cloudflare = await emulate();
		await deployTo({ cloudflare });
		const before = JSON.stringify([...cloudflare.account.workers]);
		const settings = filledSettings({}, "staging");
		const staging = await deployTo({ cloudflare, settings, request: { environment: "staging" } });
		expect(staging.code, staging.said).toBe(0);
		const { account } = cloudflare;
		expect(account.databases.map(({ name }) => name)).toEqual(["DIRECTORY", "DIRECTORY-staging"]);
		expect(account.queues.length).toBe(2 * queues.length);
		expect(JSON.stringify([...account.workers].slice(0, 2))).toBe(before);
		const bound = [...(account.workers.get("aqlcloud-staging")?.versions.values() ?? [])].flatMap(
			(subject) => subject.bindings,
		);
		expect(bound).toMatchObject([{ type: "service", service: "aqlcloud-backend-staging" }]);
	});

	it("never makes another secret of device keys where there are accounts", async () => {
		const cloudflare = await emulate();
		await deployTo({ cloudflare });
		cloudflare.account.workers.get("aqlcloud-backend")?.secrets.clear();
		cloudflare.account.accounts = 2;
		cloudflare.asked.length = 0;
		const { code, said } = await deployTo({ cloudflare });
		expect([code, changes(cloudflare.asked)]).toEqual([1, []]);
		expect(said).toContain("INGEST_SECRET is missing though there are accounts");
		const given = await deployTo({ cloudflare, variables: { INGEST_SECRET: "x".repeat(32) } });
		expect(given.code, given.said).toBe(0);
	});

	it("makes the console's session key again where it is missing, says so, and leaves a given one alone", async () => {
		const cloudflare = await emulate();
		await deployTo({ cloudflare });
		cloudflare.account.accounts = 2;
		const secrets = () => [...(cloudflare.account.workers.get("aqlcloud")?.secrets ?? [])];
		for (const [variables, source] of [
			[{}, "made at random"],
			[{ SESSION_KEY: "x".repeat(32) }, "given here"],
		] as const) {
			cloudflare.account.workers.get("aqlcloud")?.secrets.clear();
			const { code, said } = await deployTo({ cloudflare, variables });
			expect(code, said).toBe(0);
			expect(said).toContain(`SESSION_KEY is missing, and ${source}`);
			expect(secrets()).toEqual(["SESSION_KEY"]);
		}
		expect((await deployTo({ cloudflare })).said).toContain("Nothing is to be done.");
	});

	it("says of the pool what people would meet at sign-in", async () => {
		const cloudflare = await emulate();
		const cases: [body: object, said: string][] = [
			[{ __type: "ResourceNotFoundException", message: "" }, "the pool has no client"],
			[
				{ __type: "InvalidParameterException", message: "USER_PASSWORD_AUTH flow not enabled for this client" },
				"ALLOW_USER_PASSWORD_AUTH",
			],
		];
		for (const [body, text] of cases) {
			const respond = (url: string) =>
				url.includes("cognito-idp") && !url.endsWith("jwks.json") ? Response.json(body, { status: 400 }) : undefined;
			const { code, said } = await deployTo({ cloudflare, answer: respond });
			expect([code, said]).toEqual([1, expect.stringContaining(text)]);
		}
		const secret = "Client x is configured with secret but SECRET_HASH was not received";
		const closed = "SignUp is not permitted for this user pool";
		for (const [message, text] of [
			[secret, "USER_POOL_CLIENT_SECRET is missing, as the pool's client has a secret"],
			[closed, "set SIGN_UP to off too"],
		] as const) {
			const respond = (url: string) =>
				url.includes("cognito-idp") && !url.endsWith("jwks.json")
					? Response.json({ __type: "NotAuthorizedException", message }, { status: 400 })
					: undefined;
			expect((await deployTo({ cloudflare, answer: respond })).said).toContain(text);
		}
		const open = (url: string) =>
			url.includes("cognito-idp") && !url.endsWith("jwks.json")
				? Response.json({ __type: "InvalidPasswordException", message: "" }, { status: 400 })
				: undefined;
		const shut = filledSettings({ SIGN_UP: "off" });
		const half = await deployTo({ cloudflare, settings: shut, answer: open });
		expect([half.code, half.said]).toEqual([1, expect.stringContaining("the pool itself lets anybody register")]);
		const noPasskeys = (url: string) =>
			url.includes("cognito-idp") && !url.endsWith("jwks.json")
				? Response.json(
						{ __type: "InvalidParameterException", message: "USER_AUTH flow not enabled for this client" },
						{ status: 400 },
					)
				: undefined;
		const named = { cloudflare, settings: filledSettings({ PASSKEY_DOMAIN: "example.com" }), answer: noPasskeys };
		expect((await deployTo(named)).said).toContain("lacks the flow ALLOW_USER_AUTH");
		expect((await deployTo({ cloudflare, answer: noPasskeys })).said).not.toContain("ALLOW_USER_AUTH");
		const noPool = (url: string) => (url.endsWith("jwks.json") ? new Response(null, { status: 404 }) : undefined);
		expect((await deployTo({ cloudflare, answer: noPool })).said).toContain("there is no pool");
		const guests = (url: string) => (url.includes("identity") ? Response.json({ IdentityId: "x" }) : undefined);
		expect((await deployTo({ cloudflare, answer: guests })).said).toContain("switch guest access off");
		expect(changes(cloudflare.asked).length).toBeGreaterThan(0);
	});

	it("ends with a failure where the console is not well, and says what it responds", async () => {
		const cloudflare = await emulate();
		const ill = () => Response.json({ status: "failing", checks: { upstream: "unreachable" } }, { status: 503 });
		const respond = (url: string) => (url.endsWith("/api/health") ? ill() : undefined);
		const { code, said } = await deployTo({ cloudflare, answer: respond });
		expect([code, said]).toEqual([1, expect.stringContaining('"upstream":"unreachable"')]);
	});
});

describe("settings and secrets", () => {
	const stripe = { STRIPE_SECRET_KEY: "sk_test_1234567890", STRIPE_WEBHOOK_SECRET: "whsec_1234567890" };
	const vapid = { VAPID_PUBLIC_KEY: `B${"a".repeat(86)}` };
	const console = { CONSOLE_URL: "https://aqlcloud.northwind.workers.dev" };
	const calls = {
		CALL_COUNTRIES: "PT,GB",
		TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
		TWILIO_FROM: "+351210000100",
	};

	it.each([
		["payment", {}, stripe],
		["pushes", vapid, { VAPID_PRIVATE_KEY: "a".repeat(43) }],
		["calls", calls, { TWILIO_AUTH_TOKEN: "token" }],
		["SMS", { SMS_COUNTRIES: "PT,GB" }, { SMS_ACCESS_KEY_ID: "id", SMS_SECRET_ACCESS_KEY: "key" }],
	])("deploy %s with their secrets in the environment, and again without them", async (_, vars, variables) => {
		const cloudflare = await emulate();
		const settings = filledSettings({ ...console, ...vars });
		const { code, said } = await deployTo({ cloudflare, settings, variables });
		expect(code, said).toBe(0);
		const secrets = ["INGEST_SECRET", ...Object.keys(variables)];
		expect([...(cloudflare.account.workers.get("aqlcloud-backend")?.secrets ?? [])]).toEqual(secrets);
		const again = await deployTo({ cloudflare, settings });
		expect(again.said).toContain("Nothing is to be done.");
	});

	it.each<[string, vars: Record<string, string>, variables: Record<string, string>, said: string]>([
		[
			"one of two secrets",
			console,
			{ STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY },
			"STRIPE_WEBHOOK_SECRET is missing, as STRIPE_SECRET_KEY is given",
		],
		["payment without an address", {}, stripe, "backend/wrangler.toml: CONSOLE_URL is not set yet"],
		[
			"mail without an address",
			{ EMAIL_FROM: "a@example.com" },
			{},
			"backend/wrangler.toml: CONSOLE_URL is not set yet",
		],
		["a key that is too short", {}, { SESSION_KEY: "short" }, "SESSION_KEY of the environment is not valid"],
		["a secret that is too short", {}, { INGEST_SECRET: "short" }, "INGEST_SECRET of the environment is not valid"],
		[
			"a secret of another form",
			console,
			{ ...stripe, STRIPE_SECRET_KEY: "pk_live_1" },
			"STRIPE_SECRET_KEY of the environment is not valid",
		],
		[
			"an address with a path",
			{ CONSOLE_URL: "https://example.com/console" },
			{},
			"backend/wrangler.toml: CONSOLE_URL is not valid",
		],
		[
			"pushes without their secret",
			{ ...console, ...vapid },
			{},
			"VAPID_PRIVATE_KEY is missing, as VAPID_PUBLIC_KEY is set",
		],
		["a switch that is no switch", { SIGN_UP: "no" }, {}, "wrangler.toml: SIGN_UP is not valid (InvalidSetting)"],
	])("are rejected for %s, before anything is built", async (_, vars, variables, text) => {
		const cloudflare = await emulate();
		const { code, said, ran } = await deployTo({ cloudflare, settings: filledSettings(vars), variables });
		expect([code, ran, changes(cloudflare.asked)], said).toEqual([1, [], []]);
		expect(said).toContain(text);
		for (const value of Object.values(variables)) expect(said).not.toContain(value);
	});
});

describe("a rollback", () => {
	const back = { isRollback: true };
	const running = ({ account }: Emulated) =>
		[...account.workers].map(([name, { deployments }]) => [name, deployments[0]]);

	async function deployedTwice() {
		const cloudflare = await emulate();
		await deployTo({ cloudflare });
		const before = running(cloudflare);
		built.build("second");
		await deployTo({ cloudflare });
		expect(running(cloudflare)).not.toEqual(before);
		return { cloudflare, before };
	}

	it("brings back what ran before the latest deployment, goes on where it failed, and stops at the first", async () => {
		const { cloudflare, before } = await deployedTwice();
		cloudflare.failing.push({ pattern: /^POST .*backend\/deployments$/, status: 500, isOnce: true });
		expect((await deployTo({ cloudflare, request: back })).code).toMatch(/CloudflareError/);
		expect((await deployTo({ cloudflare, request: back })).code).toBe(0);
		expect(running(cloudflare)).toEqual(before);
		const first = await deployTo({ cloudflare, request: back });
		expect([first.code, first.said]).toEqual([1, expect.stringContaining("no version was deployed before")]);
	});

	it("says what stands where Cloudflare lets the backend not go back, and does not request it again", async () => {
		const { cloudflare, before } = await deployedTwice();
		const [backend] = running(cloudflare);
		cloudflare.failing.push({ pattern: /^POST .*backend\/deployments$/, status: 400, code: 10220, isOnce: false });
		const { code, said } = await deployTo({ cloudflare, request: back });
		expect([code, running(cloudflare)]).toEqual([1, [backend, before[1]]]);
		expect(said).toContain("does not let aqlcloud-backend go back");
		expect(said).toContain("aqlcloud is back, and works with the newer aqlcloud-backend");
	});

	it("stops where the stored data needs the newer release", async () => {
		const { cloudflare } = await deployedTwice();
		const after = running(cloudflare);
		cloudflare.account.leastReader = 1_000;
		const { code, said } = await deployTo({ cloudflare, request: back });
		expect([code, said]).toEqual([1, expect.stringContaining("needs code of form 1000 or later")]);
		expect(running(cloudflare)).toEqual(after);
	});
});
