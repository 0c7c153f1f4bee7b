import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, type Logger, send } from "../device-logger";
import { chip } from "../filters";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";

const notice = (page: Page) => page.getByRole("region", { name: "Readings rejected", exact: true });

async function post({ key }: Logger, readings: unknown[]): Promise<void> {
	const answer = await fetch(`${product.origin}/api/ingest/v1/readings`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings }),
	});
	expect(answer.status).toBe(200);
	await answer.body?.cancel();
}

describe("a device whose readings are rejected", () => {
	test("says on its page how many, why and since when, leads to what helps, and is done when they are taken", async ({
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Refused cellar");
		const nose = { channel: "temp", at: Date.now(), value: 4 };
		await post(logger, [nose, nose, { ...nose, channel: "Temperature" }]);
		await page.goto(`/devices/${logger.id}`);
		await notice(page)
			.getByText("2 of 3 readings of the last upload were rejected: the channel does not exist (2).")
			.waitFor();
		await notice(page)
			.getByText(/^For example: channel “temp”, time \S+Z, value 4\.$/)
			.waitFor();
		await notice(page)
			.getByText(/^First rejected /)
			.waitFor();
		await notice(page).getByRole("link", { name: "See its channels under Settings" }).click();
		await page.getByRole("form", { name: "Settings" }).waitFor();
		await page.goBack();
		await send(logger, [{ ...nose, channel: "Temperature", at: nose.at + 1 }]);
		await notice(page).waitFor({ state: "hidden" });

		const value = "<img src=x onerror=alert(1)>\u202E23,5";
		await post(logger, [{ channel: "W".repeat(3_000), at: Date.now(), value }]);
		await notice(page).getByText('value "<img src=x onerror=alert(1)>23,5"').waitFor();
		await notice(page).getByText("How a reading is sent").click();
		await notice(page)
			.getByText(/curl .*\/api\/ingest\/v1\/readings/)
			.waitFor();
		await expectAccessible(page, "main");
	});

	test("counts on the dashboard, whose count leads to exactly those devices", async ({ page, context }) => {
		const group = await call<{ id: string }>(context, "group.createGroup", {
			name: `Refusing ${Math.random().toString(36).slice(2, 8)}`,
			description: "",
			colour: null,
			members: { kind: "static", deviceIds: [] },
			defaults: {},
		});
		const add = (name: string) => addLogger(context, name, { groupIds: [group.id] });
		const [one, other, fine] = [await add("Comma attic"), await add("Comma cellar"), await add("Point cellar")];
		const reading = { channel: "Temperature", at: Date.now(), value: 23.5 };
		for (const logger of [one, other]) await post(logger, [{ ...reading, value: "23,5" }]);
		await send(fine, [reading]);
		await page.goto(`/dashboard?group=${group.id}`);
		const care = page.getByRole("region", { name: "Needs attention", exact: true });
		await care.getByRole("listitem").filter({ hasText: "Comma attic" }).getByText("Readings rejected").waitFor();
		await care.getByRole("link", { name: "2 readings rejected" }).click();
		await page.waitForURL(/\/devices\?.*readings=refused/);
		const names = page.getByRole("main").getByRole("rowheader");
		await expect.poll(() => names.allInnerTexts()).toEqual(["Comma attic", "Comma cellar"]);
		await chip(page, "Readings: rejected").waitFor();
		const filters = { hasRefusals: true, groupIds: [group.id] };
		const devices = await call<{ id: string }[]>(context, "device.getDevices", { filters }, true);
		expect(devices.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
	});
});
