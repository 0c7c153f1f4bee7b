import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { addLogger, callAs, type Logger, queryAs, send } from "./device-logger";
import { product } from "./this-product";
import { signIn, test } from "./visitor";

const notice = (page: Page) => page.getByRole("region", { name: "Readings refused", exact: true });

/** Posts entries as they are, whatever the door makes of them. */
async function post({ key }: Logger, readings: unknown[]): Promise<void> {
	const answer = await fetch(`${product.origin}/api/ingest/v1/readings`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings }),
	});
	expect(answer.status).toBe(200);
	await answer.body?.cancel();
}

async function openDevice(page: Page, { id }: Logger): Promise<void> {
	await page.goto(`/devices/${id}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

describe("a device whose readings are refused", () => {
	test("says on its page how many, why and since when, leads to what helps, and is done when they are taken", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Refused cellar");
		const nose = { channel: "temp", at: Date.now(), value: 4 };
		await post(logger, [nose, nose, { ...nose, channel: "Temperature" }]);
		await openDevice(page, logger);
		await notice(page)
			.getByText("2 of 3 readings of the last upload were refused: the channel does not exist (2).")
			.waitFor();
		await notice(page)
			.getByText(/^For example: channel “temp”, time \S+Z, value 4\.$/)
			.waitFor();
		await notice(page)
			.getByText(/^First refused /)
			.waitFor();
		await notice(page).getByRole("link", { name: "See its channels under Settings" }).click();
		await page.getByRole("form", { name: "Settings" }).waitFor();
		await page.goBack();
		await send(logger, [{ ...nose, channel: "Temperature", at: nose.at + 1 }]);
		await notice(page).waitFor({ state: "hidden" });
	});

	test("shows what it sent as text, however hostile, on a phone too, and is accessible in light and dark", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Hostile cellar");
		const value = "<img src=x onerror=alert(1)>\u202E23,5";
		await post(logger, [{ channel: "W".repeat(3_000), at: Date.now(), value }]);
		await page.setViewportSize({ width: 360, height: 740 });
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await openDevice(page, logger);
			await notice(page).getByText('value "<img src=x onerror=alert(1)>23,5"').waitFor();
			await notice(page).getByText("How a reading is sent").click();
			await notice(page)
				.getByText(/curl .*\/api\/ingest\/v1\/readings/)
				.waitFor();
			await page.waitForLoadState("networkidle");
			await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
			await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "hidden" });
			expect(await violations(page), colorScheme).toEqual([]);
		}
	});

	test("is counted by the dashboard, whose count leads to exactly those devices", async ({ page, context }) => {
		await signIn(context, "owner");
		const group = await callAs<{ id: string }>(context, {
			path: "group.createGroup",
			input: {
				...{ name: `Refusing ${Math.random().toString(36).slice(2, 8)}`, description: "", colour: null },
				...{ members: { kind: "static", deviceIds: [] }, defaults: {} },
			},
		});
		const add = (name: string) => addLogger(context, name, { groupIds: [group.id] });
		const [one, other, fine] = [await add("Comma attic"), await add("Comma cellar"), await add("Point cellar")];
		const reading = { channel: "Temperature", at: Date.now(), value: 23.5 };
		for (const logger of [one, other]) await post(logger, [{ ...reading, value: "23,5" }]);
		await send(fine, [reading]);
		await page.goto(`/dashboard?group=${group.id}`);
		const care = page.getByRole("region", { name: "Needs care", exact: true });
		await care.getByRole("listitem").filter({ hasText: "Comma attic" }).getByText("Readings refused").waitFor();
		const count = care.getByRole("link", { name: "2 readings refused" });
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await page.waitForLoadState("networkidle");
			expect(await violations(page), colorScheme).toEqual([]);
		}
		await count.click();
		await page.waitForURL(/\/devices\?.*readings=refused/);
		const names = page.getByRole("main").getByRole("rowheader");
		await expect.poll(() => names.allInnerTexts()).toEqual(["Comma attic", "Comma cellar"]);
		await page.getByRole("button", { name: /Readings: refused/ }).waitFor();
		const devices = await queryAs<{ id: string }[]>(context, {
			path: "device.getDevices",
			input: { filters: { hasRefusals: true, groupIds: [group.id] } },
		});
		expect(devices.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
	});
});
