import { beforeAll, describe, expect, it, vi } from "vitest";
import { markHashesRevised } from "../../../../backend/db/file-hash-rows";
import { reportFiles } from "../../../../backend/db/schema";
import { dayMs, minuteMs } from "../../../../shared/base/durations";
import { hexOf } from "../../../../shared/base/hex";
import type { ReportRun } from "../../../../shared/report/report";
import type { VerifyResponse } from "../../../../shared/report/verify-file";
import { signPurpose } from "../../../../shared/session/identity-confirmation";
import { accountStub, addDevice, createOwner, inAccount, ingest } from "../../fixtures/fleet";
import { confirmAct, dataOf, type Person, send } from "../../fixtures/people";
import { createReport, finishedRun, runReport } from "../../fixtures/reports";
import { workThrough } from "../../fixtures/works";
import { prefixOf, readPdf } from "../formats/documents";

const verify = async (sha256: string) => {
	const headers = { "x-forwarded-for": crypto.randomUUID() };
	return ((await (await send(`/api/verify?sha256=${sha256}`, { headers })).json()) as VerifyResponse).file;
};
const sha256Of = async (bytes: Uint8Array) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

async function bytesOf(owner: Person, fileId = ""): Promise<Uint8Array> {
	const response = await send(`/api/files/${fileId}`, { headers: owner.headers });
	expect(response.status).toBe(200);
	return new Uint8Array(await response.arrayBuffer());
}

const patience = { timeout: 25_000, interval: 50 };

/** A summary of an hour of readings within 2 to 8 °C. */
async function madeRun() {
	const { id, owner } = await createOwner();
	const { key } = await addDevice(owner);
	const to = Math.floor((Date.now() - dayMs) / minuteMs) * minuteMs;
	const from = to - 60 * minuteMs;
	const readings = Array.from({ length: 62 }, (_, index) => ({
		at: from + (index - 1) * minuteMs,
		channel: "Air",
		value: 5,
	}));
	await ingest(key, readings);
	const channel = { quantity: "temperature", unit: "°C", name: null } as const;
	const limits = [{ channel, min: 2, max: 8 }];
	const report = await createReport(owner, { name: "Hourly compliance", type: "summary", format: "pdf", limits });
	const run = await finishedRun(owner, (await runReport(owner, report.id, { from, to })).id);
	await workThrough(accountStub(id), Date.now());
	const [file] = run.files;
	const bytes = await bytesOf(owner, file?.id);
	const [page] = (await readPdf(bytes)).pages;
	const printed = page?.codes[0]?.text?.split("#")[1] ?? "";
	return { id, owner, run, file, bytes, printed };
}

let made: Awaited<ReturnType<typeof madeRun>>;
/** Once: fonts take longer than the tests. */
beforeAll(async () => {
	await import("../../../../backend/report/formats/pdf/verdict-pages");
	made = await madeRun();
}, 90_000);

describe("the checksum on a verdict page", () => {
	it("appears beside that of the file, with what the page says", async () => {
		const { run, file, bytes, printed } = made;
		expect(await sha256Of(bytes)).toBe(file?.sha256);
		expect(printed).not.toBe(file?.sha256);
		expect(await verify(file?.sha256 ?? "")).toMatchObject({ kind: "report" });
		expect(await verify(file?.sha256 ?? "")).not.toHaveProperty("printed");
		expect(await sha256Of(prefixOf(bytes))).toBe(printed);
		expect(await verify(printed)).toEqual({
			companyName: expect.any(String),
			productName: "AQLCloud",
			kind: "printed",
			madeAt: expect.any(Number),
			revisedAt: null,
			signedAt: null,
			printed: {
				reportName: "Hourly compliance",
				periodText: expect.stringMatching(/UTC/),
				sentence: "1 of 1 within limits",
				runId: run.id,
			},
		});
	});

	it("says when the file was signed and revised, and its signed copy begins with the stored bytes", async () => {
		const { id, owner, run, file, bytes, printed } = made;
		const fileId = file?.id ?? "";
		await confirmAct(owner, signPurpose({ runId: run.id, sha256: file?.sha256 ?? "" }));
		dataOf(await owner.mutate("report.signReport", { runId: run.id, fileId, meaning: "approved", reason: "" }));
		await inAccount(id, (db) => markHashesRevised(db, { runId: run.id, revisedAt: Date.now(), now: Date.now() }));
		await workThrough(accountStub(id), Date.now());
		expect(await verify(printed)).toMatchObject({
			kind: "printed",
			signedAt: expect.any(Number),
			revisedAt: expect.any(Number),
		});
		const edition = await vi.waitFor(async () => {
			const { files } = dataOf<ReportRun>(await owner.query("report.getRun", { runId: run.id }));
			const copy = files.find(({ kind }) => kind === "edition");
			if (!copy) throw new Error("No signed copy yet");
			return copy;
		}, patience);
		const signed = await bytesOf(owner, edition.id);
		expect(signed.subarray(0, bytes.length)).toEqual(bytes);
		const { pages } = await readPdf(signed);
		expect(pages[0]?.codes[0]?.text).toContain(printed);
		expect(pages.at(-1)?.texts.map(({ text }) => text)).toEqual(
			expect.arrayContaining([expect.stringMatching(/^approved: /i), file?.sha256]),
		);
		expect(await inAccount(id, (db) => db.select().from(reportFiles).all())).toHaveLength(2);
	});
});
