import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { serverLimits } from "../../../shared/base/limits";
import type { LogPage } from "../../../shared/log/log";
import { accountStub, createOwner } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { partsOf } from "../fixtures/works";

it("delays a page of an export behind a page of a report, and no one's screen", async () => {
	const { id, owner } = await createOwner();
	const pageOf = async (limit: number) => {
		const span = { rangeType: "hour", offset: 0 };
		return dataOf<LogPage>(await owner.query("log.getLogs", { ...span, limit }));
	};
	const { promise: held, resolve: release } = Promise.withResolvers<void>();
	const report = runInDurableObject(accountStub(id), (object) => partsOf(object).pageTurns(() => held));
	const order: string[] = [];
	const exported = pageOf(serverLimits.logEntriesPerExportPage).then(() => order.push("export"));
	await pageOf(50).then(() => order.push("screen"));
	release();
	await Promise.all([report, exported]);
	expect(order).toEqual(["screen", "export"]);
});
