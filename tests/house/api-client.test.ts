import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTypes from "openapi-typescript";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../backend/openapi/document";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A program as a customer writes it. Each `@ts-expect-error` is a call that the types must reject. */
const program = `
import createClient from "openapi-fetch";
import type { paths } from "./console";

const api = createClient<paths>({ baseUrl: "https://console.example.com", headers: { Authorization: "Bearer aqk_1" } });

export async function walk(): Promise<string | null> {
	const devices = await api.GET("/api/v1/devices", { params: { query: { limit: 10, status: ["online"] } } });
	if (devices.error) throw new Error(devices.error.title);
	const [device] = devices.data.data;
	const channel = ["chn_1"];
	const series = await api.GET("/api/v1/series", { params: { query: { channel, step: "1h", statistic: ["mean"] } } });
	const means: (number | null | undefined)[] = series.data?.data.map(({ mean }) => mean) ?? [];
	const readings = [{ device: device?.id ?? "", channel: "Air", at: "2026-03-14T09:26:53Z", value: means.length }];
	const sent = await api.POST("/api/v1/readings", { body: { readings } });
	const accepted: number | undefined = sent.data?.data?.accepted;
	const upload = await api.POST("/api/ingest/v1/readings", { body: { readings: [{ channel: "Air", at: 1, value: accepted ?? 0 }] } });
	if (upload.error) throw new Error(upload.error.error.name);
	await api.POST("/api/v2/write", { params: { query: { precision: "s" } }, body: "m v=1" });
	// @ts-expect-error
	await api.GET("/api/v1/nothing", {});
	// @ts-expect-error
	await api.GET("/api/v1/series", { params: { query: { channel, step: "5m" } } });
	// @ts-expect-error
	await api.POST("/api/v1/readings", { body: { readings: [{ device: "" }] } });
	return devices.data.nextCursor;
}
`;

describe("a client generated from the document", () => {
	it("compiles, with the types of both sides", async () => {
		const folder = mkdtempSync(join(root, "node_modules/.api-client-"));
		try {
			const document = JSON.parse(JSON.stringify(openApiDocument("https://console.example.com")));
			writeFileSync(join(folder, "console.d.ts"), await openapiTypes(document));
			writeFileSync(join(folder, "program.ts"), program);
			const options = { strict: true, noEmit: true, skipLibCheck: false, module: "esnext", types: [] };
			const compilerOptions = { ...options, target: "es2022", moduleResolution: "bundler", lib: ["es2022", "dom"] };
			writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
			const compiler = join(root, "node_modules/.bin/tsc");
			expect(outputOf(() => execFileSync(compiler, ["-p", folder], { encoding: "utf8" }))).toBe("");
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});

function outputOf(run: () => string): string {
	try {
		return run();
	} catch (error) {
		return String(Reflect.get(Object(error), "stdout"));
	}
}
