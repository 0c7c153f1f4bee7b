import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { serverLimits } from "../../shared/base/limits";
import { parseLines } from "../../shared/ingest/line-protocol";

const folder = fileURLToPath(new URL("../../docs/gateways/", import.meta.url));
const pages = globSync("*.md", { cwd: folder }).map((name) => ({ name, text: readFileSync(folder + name, "utf8") }));

describe("a page about a gateway", () => {
	it.each(pages)("finds its link on the page about uploads: $name", ({ name }) => {
		const uploads = readFileSync(`${folder}../devices.md`, "utf8");
		expect(uploads).toContain(`(gateways/${name})`);
	});

	it.each(pages.filter(({ name }) => name.startsWith("telegraf")))(
		"sends no faster than is stored: $name",
		({ text }) => {
			const [, seconds] = /flush_interval = "(\d+)s"/.exec(text) ?? [];
			expect(60 / Number(seconds)).toBeLessThanOrEqual(serverLimits.lineUploadsPerMinute);
			expect(text).toContain("[[outputs.influxdb_v2]]");
		},
	);

	it("keeps the lines of the Node-RED flow until the console has them", () => {
		const page = pages.find(({ name }) => name === "node-red.md")?.text ?? "";
		const [, flow = "[]"] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
		const nodes: { id: string; func?: string; senderr?: boolean }[] = JSON.parse(flow);
		expect(nodes.find(({ id }) => id === "send")?.senderr).toBe(false);
		const stored = new Map<string, unknown>();
		const context = {
			get: (name: string) => stored.get(name),
			set: (name: string, value: unknown) => stored.set(name, value),
		};
		const run = new Function("msg", "context", "env", nodes.find(({ func }) => func)?.func ?? "");
		type Sent = { lines: string[]; payload: string; headers: { Authorization: string } };
		const pass = (msg: object): Sent | null => run(msg, context, { get: () => "aqi_1" });

		pass({ topic: "Cold room, north", payload: "4.5" });
		const sent = pass({ tick: true });
		expect(sent?.headers.Authorization).toBe("Token aqi_1");
		const lines = parseLines(sent?.payload ?? "", { precision: "ms", receivedAt: Date.now() });
		expect(lines).toMatchObject({
			series: ["node-red,device=Cold\\ room\\,\\ north value"],
			value: [4.5],
			leftOut: [],
		});

		pass({ ...sent, statusCode: 503, responseHeaders: { "retry-after": "30" } });
		expect(pass({ tick: true })).toBeNull();
		stored.set("waitUntil", 0);
		pass({ topic: "Later", payload: 5 });
		const again = pass({ tick: true });
		expect(again?.lines).toHaveLength(2);
		pass({ ...sent, statusCode: 204 });
		expect(pass({ tick: true })?.lines).toEqual(again?.lines.slice(1));
	});
});
