import { globSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { copyBuilt, deployTo, filledSettings, root, runRealWrangler } from "./deployed";
import { startCloudflare } from "./emulated-cloudflare";
import { wranglerRoutes } from "./wrangler-routes";

it("uploads by wrangler what was built, and a second release on top of it, which keeps what is there", {
	timeout: 240_000,
}, async () => {
	const cloudflare = await startCloudflare(wranglerRoutes);
	onTestFinished(() => cloudflare.close());
	const runWrangler = runRealWrangler(cloudflare.base);
	const built = copyBuilt();
	const variables = { STRIPE_SECRET_KEY: "sk_test_1234567890", STRIPE_WEBHOOK_SECRET: "whsec_1234567890" };
	const settings = filledSettings({ CONSOLE_URL: "https://aqlcloud.northwind.workers.dev" });
	const first = await deployTo({ cloudflare, runWrangler, built, settings, variables });
	expect(first.code, `${first.said}\n${cloudflare.asked.join("\n")}`).toBe(0);
	const { account } = cloudflare;
	const backend = account.workers.get("aqlcloud-backend");
	const pages = account.workers.get("aqlcloud");
	const secrets = ["INGEST_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"];
	expect([[...(backend?.secrets ?? [])].sort(), backend?.migrationTag]).toEqual([secrets, "v1"]);
	const bindings = [...(backend?.versions.values() ?? [])].flatMap((version) => version.bindings);
	expect(bindings).toContainEqual(expect.objectContaining({ type: "r2_bucket", jurisdiction: "eu" }));
	expect(bindings).toContainEqual({ type: "plain_text", name: "JURISDICTION", text: "eu" });
	expect(backend?.crons).toEqual(["*/15 * * * *"]);
	const taken = account.queues.map(({ name, consumers }) => [name, consumers.map(({ script }) => script)]);
	expect(taken.map(([, scripts]) => scripts)).toEqual(taken.map(() => ["aqlcloud-backend"]));
	const before = {
		migrations: [...(account.databases[0]?.migrations ?? [])],
		pages: new Map(pages?.pages),
		queues: JSON.stringify(account.queues),
		databases: account.databases.length,
	};
	expect(before.pages.size).toBeGreaterThan(50);
	// The build makes a source map of each script, for the error service alone.
	expect(globSync("dist/deploy/client/assets/*.js.map", { cwd: root }).length).toBeGreaterThan(50);
	expect([...before.pages.keys()].filter((path) => path.endsWith(".map"))).toEqual([]);
	expect(before.migrations.length).toBeGreaterThan(10);

	built.release({ migration: "9999_next.sql", tag: "v2", className: "NextObject", page: "next.txt" });
	cloudflare.asked.length = 0;
	// The environment lacks the secrets, which Cloudflare has by now.
	const second = await deployTo({ cloudflare, runWrangler, built, settings, request: { place: null } });
	expect(second.code, `${second.said}\n${cloudflare.asked.join("\n")}`).toBe(0);
	expect(second.said).toContain("apply 1 migrations to DIRECTORY, up to 9999_next.sql");
	expect(account.databases[0]?.migrations).toEqual([...before.migrations, "9999_next.sql"]);
	expect([[...(backend?.secrets ?? [])].sort(), backend?.migrationTag]).toEqual([secrets, "v2"]);
	expect([...(backend?.classes ?? [])]).toEqual(["AccountObject", "NextObject"]);
	expect([backend?.versions.size, pages?.versions.size]).toEqual([2, 2]);
	expect([...(pages?.pages.keys() ?? [])].filter((path) => !before.pages.has(path))).toEqual(["/next.txt"]);
	expect([JSON.stringify(account.queues), account.databases.length]).toEqual([before.queues, before.databases]);
	const made = cloudflare.asked.filter((line) => /^POST .*\/(database|buckets|queues|consumers)$/.test(line));
	expect(made).toEqual([]);

	// Another secret for the same release: a version without class migrations, beside the existing secrets.
	const given = { INGEST_SECRET_PREVIOUS: "x".repeat(32) };
	const third = await deployTo({
		cloudflare,
		runWrangler,
		built,
		settings,
		variables: given,
		request: { place: null },
	});
	expect(third.code, third.said).toBe(0);
	expect(third.ran.filter((words) => words.startsWith("wrangler"))).toHaveLength(1);
	expect([...(backend?.secrets ?? [])].sort()).toEqual([
		"INGEST_SECRET",
		"INGEST_SECRET_PREVIOUS",
		...secrets.slice(1),
	]);
	const fourth = await deployTo({ cloudflare, runWrangler, built, settings, request: { place: null } });
	expect(fourth.said).toContain("Nothing is to be done.");
	expect(fourth.ran).toEqual(["npm run build"]);

	const versions = [...(backend?.versions.keys() ?? [])];
	expect([versions.length, backend?.deployments[0]]).toEqual([3, versions[2]]);
	const back = await deployTo({ cloudflare, runWrangler, built, settings, request: { isRollback: true } });
	expect(back.code, back.said).toBe(0);
	expect(backend?.deployments[0]).toBe(versions[1]);
});
