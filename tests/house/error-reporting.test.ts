import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { readSettings } from "../../local/tasks/deploy/environment";
import { findSettingProblems, findUploadProblems } from "../../local/tasks/deploy/settings";
import { errorVariables, pageTag } from "../../local/tasks/error-reporting";

const root = fileURLToPath(new URL("../../", import.meta.url));
const deployed = { SENTRY_DSN: "https://public0@errors.example.com/7", SENTRY_ENVIRONMENT: "staging" };

describe("a build", () => {
	it("sends pages and Workers nothing of an error service where none is set", () => {
		const variables = errorVariables({ root, isLocalRun: false, vars: { SENTRY_DSN: "", SENTRY_ENVIRONMENT: "" } });
		expect(variables).toEqual({});
		expect(pageTag(variables)).toBeNull();
	});

	it("names one release for both Workers and the pages, and tells pages no address and no key", () => {
		const variables = errorVariables({ root, isLocalRun: false, vars: deployed });
		expect(variables).toMatchObject(deployed);
		expect(variables.SENTRY_RELEASE).toMatch(/^[0-9a-f]{40}$/);
		const content = pageTag(variables)?.attrs.content ?? "";
		expect(JSON.parse(content)).toEqual({ environment: "staging", release: variables.SENTRY_RELEASE });
	});

	it("leads local runs to the recorder, whatever wrangler.toml says", () => {
		const { SENTRY_DSN } = errorVariables({ root, isLocalRun: true, vars: deployed });
		expect(SENTRY_DSN).toContain("errors.aqlcloud.test");
		expect(readFileSync(join(root, "dist/local/client/index.html"), "utf8")).not.toContain("error-reporting");
	});
});

describe("a deployment with an error service", () => {
	it("rejects a DSN of another form", async () => {
		const { console, backend } = readSettings(root, "production");
		Object.assign(console.vars, { SENTRY_DSN: "http://public0@errors.example.com/7" });
		expect(await findSettingProblems(console, backend, {})).toContain(
			"wrangler.toml: SENTRY_DSN is not valid (InvalidSetting)",
		);
	});

	it("rejects an upload of source maps without a destination", () => {
		expect(findUploadProblems({ SENTRY_DSN: "" }, {})).toEqual([]);
		const whole = { SENTRY_AUTH_TOKEN: "t", SENTRY_ORG: "o", SENTRY_PROJECT: "p" };
		expect(findUploadProblems(deployed, whole)).toEqual([]);
		expect(findUploadProblems({ SENTRY_DSN: "" }, { SENTRY_AUTH_TOKEN: "t" })).toEqual([
			expect.stringContaining("SENTRY_ORG"),
			expect.stringContaining("SENTRY_PROJECT"),
			expect.stringContaining("SENTRY_DSN"),
		]);
	});

	it("uploads each file with its map, joined by an id, under the release", async () => {
		const folder = mkdtempSync(join(tmpdir(), "aqlcloud-maps-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		writeFileSync(join(folder, "a.js"), "export const a = 1;\n//# sourceMappingURL=a.js.map\n");
		writeFileSync(join(folder, "a.js.map"), '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}');
		const service = await startService();
		const run = `([command, ...args]) => execFileSync(command, args, { stdio: "inherit" })`;
		const upload = `import { execFileSync } from "node:child_process";
			const { uploadSourceMaps } = await import("./local/tasks/deploy/source-maps.ts");
			await uploadSourceMaps([${JSON.stringify(folder)}], "release-1", ${run});`;
		const env = {
			...process.env,
			PATH: `${root}node_modules/.bin:${process.env.PATH}`,
			SENTRY_URL: service.origin,
			SENTRY_AUTH_TOKEN: "t0ken",
			SENTRY_ORG: "northwind",
			SENTRY_PROJECT: "console",
		};
		await promisify(execFile)(process.execPath, ["--input-type=module", "-e", upload], { cwd: root, env });
		const id = /debugId=([\w-]{36})/.exec(readFileSync(join(folder, "a.js"), "utf8"))?.[1];
		expect(JSON.parse(readFileSync(join(folder, "a.js.map"), "utf8")).debugId).toBe(id);
		expect(service.assembled).toMatchObject([
			{ projects: ["console"], version: "release-1" },
			{ projects: ["console"], version: "release-1" },
		]);
		expect(service.uploads).toBe(1);
	});
});

/** The service's upload as far as sentry-cli uses it: limits, pieces, assembly. */
async function startService() {
	const assembled: { chunks: string[] }[] = [];
	const service = { origin: "", assembled, uploads: 0 };
	const limits = { chunkSize: 8_388_608, chunksPerRequest: 64, maxRequestSize: 33_554_432, concurrency: 1 };
	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part);
		const reply = (body: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
		if (request.url?.includes("/assemble/")) {
			const requested: { chunks: string[] } = JSON.parse(Buffer.concat(parts).toString("utf8"));
			assembled.push(requested);
			const isKnown = service.uploads > 0;
			reply({ state: isKnown ? "created" : "not_found", missingChunks: isKnown ? [] : requested.chunks });
		} else if (request.method === "POST") {
			service.uploads += 1;
			reply({});
		} else {
			const url = `${service.origin}/api/0/organizations/northwind/chunk-upload/`;
			reply({ url, ...limits, hashAlgorithm: "sha1", compression: ["gzip"], accept: ["artifact_bundles"] });
		}
	}
	const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
	onTestFinished(() => void server.close());
	await once(server, "listening");
	service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has one
	return service;
}
