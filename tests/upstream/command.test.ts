import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conformance, root } from "./run-command";
import { type RunningUpstream, startUpstream } from "./server";
import { startTestPool, type TestPool } from "./test-pool";

const folder = mkdtempSync(join(tmpdir(), "aqlcloud-conformance-"));
const owner = "0a5e7b10-0001-4000-8000-000000000001";
const viewer = "0a5e7b10-0004-4000-8000-000000000004";

let pool: TestPool;
let upstream: RunningUpstream;
beforeAll(async () => {
	pool = await startTestPool();
	upstream = await startUpstream({ ...pool, auth: "bearer", port: 0 });
});
afterAll(async () => {
	await upstream.stop();
	await pool.stop();
	rmSync(folder, { recursive: true });
});

function fileWith(token: string): string {
	const file = join(folder, crypto.randomUUID());
	writeFileSync(file, `${token}\n`, { mode: 0o600 });
	return file;
}

describe("npm run conformance", () => {
	it("ends with 0 and a table when nothing failed, and shows no token", async () => {
		const token = pool.accessToken({ sub: owner });
		const { code, stdout, stderr } = await conformance("--upstream", upstream.url, "--token-file", fileWith(token));
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toContain("✓ device.getDevices");
		expect(stdout).toMatch(/– a form as a mutation +not checked: not offered/);
		expect(stdout).toMatch(/\d+ passed, 0 failed, 3 not checked/);
		expect(stdout).not.toContain("eyJ");
	});

	it("ends with 1 when something failed, and says what", async () => {
		const token = pool.accessToken({ sub: viewer });
		const { code, stdout } = await conformance("--upstream", upstream.url, "--token", token);
		expect(code).toBe(1);
		expect(stdout).toMatch(/✗ account.getUsers +answered 403 FORBIDDEN/);
	});

	it.each([
		["no address", [], "--upstream needs an http address."],
		["no token", ["--upstream", "http://127.0.0.1:1"], "--sign-in owner@aqlcloud.test"],
		["a token that is none", ["--upstream", "http://127.0.0.1:1", "--token", "x"], "The token is no JSON web token."],
		["an unknown option", ["--upstrem", "x"], "Unknown option '--upstrem'"],
	])("ends with 2 and the help for %s", async (_, args, words) => {
		const { code, stderr } = await conformance(...args);
		expect(code).toBe(2);
		expect(stderr).toContain(words);
		expect(stderr).toContain("--token-file FILE");
	});

	it("lists its options with --help", async () => {
		expect(await conformance("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--subscription") });
	});
});

describe("the example upstream by hand", () => {
	it("says where it listens", async () => {
		const server = spawn(process.execPath, ["tests/upstream/run.mjs", "--port", "0"], { cwd: root });
		try {
			const [line] = await once(server.stdout, "data");
			const [url] = /http:\S+/.exec(String(line)) ?? [""];
			expect((await fetch(`${url}/account.getCurrent`)).status).toBe(401);
		} finally {
			server.kill();
			await once(server, "exit");
		}
	});
});
