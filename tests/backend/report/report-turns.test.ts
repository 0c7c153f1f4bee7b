import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { reports } from "../../../backend/db/schema";
import type { User } from "../../../shared/account/account";
import { reportDefinition } from "../../report-definition";
import { accountStub, addDevice, createOwner, freezer, inAccount, ingest } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { createReport } from "../fixtures/reports";
import { partsOf } from "../fixtures/works";

const everything = 1e9;

async function createTiredOwner() {
	const { id, owner } = await createOwner();
	for (let device = 0; device < 15; device += 1) {
		const { key } = await addDevice(owner);
		await ingest(key, [{ channel: freezer.channels[0]?.name, at: Date.now(), value: 4 }]);
	}
	const report = await createReport(owner);
	const { me } = dataOf<{ me: User }>(await owner.query("account.getCurrent"));
	await runInDurableObject(accountStub(id), async (object) => {
		const spent = partsOf(object).reads.batchOf(me.id).begin().spent(everything);
		await expect(spent).rejects.toThrow("TOO_MUCH_WORK");
	});
	return { id, owner, report };
}

describe("a report that is saved", () => {
	it.each(["report.createReport", "report.updateReport", "report.previewReport"])(
		"counts the readings measured for %s as its author's reads",
		async (path) => {
			const { id, owner, report } = await createTiredOwner();
			const change = { ...reportDefinition({ name: "Another" }), reportId: report.id, version: 1 };
			const input = path === "report.updateReport" ? change : reportDefinition({ name: "Another" });
			const { error } =
				path === "report.previewReport" ? await owner.query(path, input) : await owner.mutate(path, input);
			expect(error?.data.reason).toBe("TOO_MUCH_WORK");
			expect(await inAccount(id, (db) => db.$count(reports))).toBe(1);
		},
	);
});
