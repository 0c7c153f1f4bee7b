import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { queryDirectory } from "../../../local/tasks/deploy/directory";
import { deployTo, root } from "./deployed";
import { accountId, startCloudflare } from "./emulated-cloudflare";

afterEach(() => vi.unstubAllEnvs());

it("asks the directory of an environment, found by its name", async () => {
	const cloudflare = await startCloudflare();
	onTestFinished(() => cloudflare.close());
	await deployTo({ cloudflare });
	vi.stubEnv("CLOUDFLARE_API_TOKEN", "token");
	vi.stubEnv("CLOUDFLARE_API_BASE_URL", cloudflare.base);
	const where = { kind: "edge", environment: "production" } as const;
	const sql = "SELECT least_reader AS least FROM _stored_form";
	expect(await queryDirectory(sql, { root, where })).toEqual([[{ least: 3 }]]);
	expect(await queryDirectory(`SELECT name FROM d1_migrations LIMIT 0; ${sql}`, { root, where })).toEqual([
		expect.any(Array),
		[{ least: 3 }],
	]);
	expect(cloudflare.asked.at(-1)).toMatch(new RegExp(`^POST /accounts/${accountId}/d1/database/[\\w-]+/query$`));
	const staging = queryDirectory(sql, { root, where: { kind: "edge", environment: "staging" } });
	await expect(staging).rejects.toThrow("There is no database DIRECTORY-staging");
});
