import { expect, it, onTestFinished } from "vitest";
import { deployTo, runRealWrangler } from "./deployed";
import { startCloudflare } from "./emulated-cloudflare";
import { wranglerRoutes } from "./wrangler-routes";

it("uploads by wrangler what was built, and a second run finds it all there", { timeout: 120_000 }, async () => {
	const cloudflare = await startCloudflare(wranglerRoutes);
	onTestFinished(() => cloudflare.close());
	const runWrangler = runRealWrangler(cloudflare.base);
	const first = await deployTo({ cloudflare, runWrangler });
	expect(first.code, `${first.said}\n${cloudflare.asked.join("\n")}`).toBe(0);
	const { account } = cloudflare;
	expect(account.databases[0]?.migrations.length).toBeGreaterThan(10);
	const backend = account.workers.get("aqlcloud-backend");
	const bindings = [...(backend?.versions.values() ?? [])].flatMap((version) => version.bindings);
	expect(bindings).toContainEqual(expect.objectContaining({ type: "r2_bucket", jurisdiction: "eu" }));
	expect(bindings).toContainEqual({ type: "plain_text", name: "JURISDICTION", text: "eu" });
	expect([...(backend?.secrets ?? [])]).toEqual(["INGEST_SECRET"]);
	expect(backend?.crons).toEqual(["*/15 * * * *"]);
	const taken = account.queues.map(({ name, consumers }) => [name, consumers.map(({ script }) => script)]);
	expect(taken.map(([, scripts]) => scripts)).toEqual(taken.map(() => ["aqlcloud-backend"]));

	const second = await deployTo({ cloudflare, runWrangler });
	expect(second.said).toContain("Nothing is to be done.");
	expect(second.ran).toEqual(["npm run build"]);
});
