import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { mapHostname } from "../../../../backend/db/host-brand-rows";
import { minuteMs } from "../../../../shared/base/durations";
import { hexOf } from "../../../../shared/base/hex";
import type { ReportRunPage } from "../../../../shared/report/report";
import { addDevice, createOwner, ingest } from "../../fixtures/fleet";
import { dataOf, send } from "../../fixtures/people";
import { createReport, finishedRun, runReport } from "../../fixtures/reports";

async function withReadings(count: number) {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	const to = Math.floor(Date.now() / minuteMs) * minuteMs;
	const from = to - count * minuteMs;
	const readings = Array.from({ length: count }, (_, index) => ({
		at: from + index * minuteMs,
		channel: "Air",
		value: -18.5 + index / 10,
	}));
	await ingest(key, readings);
	return { id, owner, device, key, from, to };
}

describe("a run", () => {
	it("produces a file in the queue with the recorded size and hash", async () => {
		const { owner, from, to } = await withReadings(10);
		const report = await createReport(owner);
		const requested = await runReport(owner, report.id, { from, to });
		expect(requested).toMatchObject({ state: "queued", trigger: "manual", from, to, definitionVersion: 1 });
		const run = await finishedRun(owner, requested.id);
		expect(run).toMatchObject({ state: "ok", error: null, progress: null });
		const [file] = run.files;
		const response = await send(`/api/files/${file?.id}`, { headers: owner.headers });
		expect(response.status).toBe(200);
		const bytes = new Uint8Array(await response.arrayBuffer());
		expect(bytes.length).toBe(file?.bytes);
		expect(hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))).toBe(file?.sha256);
		expect(new TextDecoder().decode(bytes)).toContain("-18.5");
	});

	it("rejects a period that makes too large a file before it runs", async () => {
		const { owner, key, from, to } = await withReadings(5_000);
		for (const part of [1, 2]) {
			const at = (index: number) => from - (part * 5_000 - index) * minuteMs;
			await ingest(
				key,
				Array.from({ length: 5_000 }, (_, index) => ({ at: at(index), channel: "Air", value: 4 })),
			);
		}
		const report = await createReport(owner, { format: "pdf", range: { kind: "fixed", from: 0, to: minuteMs } });
		const period = { from: from - 10_000 * minuteMs, to };
		const { error } = await owner.mutate("report.runReport", { reportId: report.id, period, isSent: false });
		expect(error?.data.fields).toEqual({
			period: expect.stringMatching(/^This report would have about 35\d pages, and a PDF has at most 300\./),
		});
		const { runs } = dataOf<ReportRunPage>(await owner.query("report.getRuns", { reportId: report.id }));
		expect(runs).toEqual([]);
	});

	it("names the account's own hostname as the place to check its file", async () => {
		const { id, owner, from, to } = await withReadings(2);
		const hostname = `h${crypto.randomUUID()}.example.test`;
		await mapHostname(env.DIRECTORY, { hostname, accountId: id, now: 0 });
		const report = await createReport(owner, { format: "json" });
		const { files } = await finishedRun(owner, (await runReport(owner, report.id, { from, to })).id);
		const file = await send(`/api/files/${files[0]?.id}`, { headers: owner.headers });
		expect(JSON.parse(await file.text())).toMatchObject({ report: { verifyUrl: `https://${hostname}/verify` } });
	});
});
