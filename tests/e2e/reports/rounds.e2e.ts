import { describe, expect } from "vitest";
import type { Round, RoundHistory } from "../../../shared/round/round";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { signInByForm, testAsOwner as test, testInOwnProfile } from "../visitor";

const dayMs = 86_400_000;

const round = {
	name: "Kitchen by phone",
	groupId: null,
	zone: "UTC",
	// Half a day away: within its window a checked place would have no fields.
	times: [{ days: [1, 2, 3, 4, 5, 6, 7], time: new Date(Date.now() + dayMs / 2).toISOString().slice(11, 16) }],
	opensMinutes: 60,
	graceMinutes: 60,
	closedDays: [],
	places: [
		{
			id: "a",
			name: "Fridge",
			checks: [{ kind: "hand", id: "b", name: "Core", unit: "°C", low: null, high: 8 }],
		},
		{ id: "c", name: "Store", checks: [] },
	],
	contactIds: [],
	rosterIds: [],
	escalation: null,
};

describe("a round", () => {
	test("comes from presets, needs a reason, and has a history", async ({ page }) => {
		await page.goto("/reports/?view=rounds");
		await page.getByRole("link", { name: "Add round" }).first().click();
		const form = page.getByRole("form", { name: "New round" });
		await form.getByRole("textbox", { name: "Name", exact: true }).fill("Morning round");
		await form.getByRole("button", { name: "Add round" }).click();
		await form.getByText("Add at least one place.").waitFor();
		await form.getByRole("button", { name: "Fridge", exact: true }).click();
		await form.getByRole("button", { name: "Kitchen", exact: true }).click();
		const fridge = form.getByRole("group", { name: "Place 1" });
		const device = fridge.getByRole("combobox", { name: "Device" });
		await device.click();
		await page.getByRole("option").first().click();
		await fridge.getByRole("combobox", { name: "Channel" }).click();
		await page.getByRole("option").first().click();
		await expectAccessible(page);
		await form.getByRole("button", { name: "Add round" }).click();
		await page.getByRole("heading", { level: 1, name: "Morning round" }).waitFor();

		const kitchen = page.getByRole("listitem").filter({ hasText: "Kitchen" }).first();
		await kitchen.getByRole("textbox", { name: "Product (°C)" }).fill("warm");
		await kitchen.getByRole("textbox", { name: "Core (°C)" }).fill("75,5");
		await kitchen.getByRole("button", { name: "Save: Kitchen" }).click();
		await kitchen.getByText("Enter a number, such as 4.2.").waitFor();
		await kitchen.getByRole("textbox", { name: "Product (°C)" }).fill("9");
		await kitchen.getByRole("textbox", { name: "Reason and what you did" }).fill("Moved to the freezer");
		await kitchen.getByRole("button", { name: "Save: Kitchen" }).click();
		await page.getByRole("region", { name: "History" }).getByText("Moved to the freezer").waitFor();
		await expectAccessible(page);
	});
});

describe("the page of rounds for phones", () => {
	testInOwnProfile(
		"keeps a draft over a reload without a network, and sends it once",
		async ({ page, context, complaints }) => {
			complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
			// A sign-in of its own, which it ends.
			await page.goto("/login");
			await signInByForm(page, "owner");
			await page.waitForURL("**/dashboard");
			const { id: roundId } = await call<Round>(context, "round.createRound", round);
			await page.clock.setSystemTime(Date.now() - 2 * dayMs);
			await page.goto("/rounds/");
			const card = page.getByRole("region", { name: round.name });
			await card.getByRole("heading", { name: "Fridge" }).waitFor();
			await page.getByText("The clock of this device is wrong by 2 days.").waitFor();
			await page.evaluate(async () => void (await navigator.serviceWorker.ready));
			expect(await violations(page), "light").toEqual([]);
			await page.setViewportSize({ width: 360, height: 740 });
			await page.emulateMedia({ colorScheme: "dark" });
			await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
			expect(await violations(page), "dark, narrow").toEqual([]);

			await context.setOffline(true);
			const core = card.getByRole("textbox", { name: "Core (°C)" });
			await core.fill("warm");
			await card.getByRole("button", { name: "Save: Fridge" }).click();
			await card.getByText("Enter a number, such as 4.2.").waitFor();
			await core.fill("4,2");
			await page.reload();
			await page.getByText("No network.").waitFor();
			expect(await core.inputValue()).toBe("4,2");
			await card.getByRole("button", { name: "Save: Fridge" }).click();
			await card.getByRole("button", { name: "Seen: Store" }).click();
			await page.reload();
			await page.getByText("Checks that wait to be sent: 2").waitFor();

			await context.setOffline(false);
			await page.evaluate(() => window.dispatchEvent(new Event("online")));
			await page.getByText("Checks that wait to be sent").waitFor({ state: "detached" });
			await page.reload();
			await card.getByText("Last check").first().waitFor();
			const span = { roundId, from: Date.now() - dayMs, to: Date.now() + dayMs };
			const { entries } = await call<RoundHistory>(context, "round.getRoundHistory", span, true);
			expect(entries.map(({ placeName }) => placeName).sort()).toEqual(["Fridge", "Store"]);
			for (const { clockOffMs, at, receivedAt } of entries) {
				expect(Math.round((clockOffMs ?? 0) / dayMs)).toBe(-2);
				expect(Math.abs(at - receivedAt)).toBeLessThan(dayMs / 24);
			}

			await context.setOffline(true);
			await card.getByRole("textbox", { name: "Core (°C)" }).fill("5");
			await context.setOffline(false);
			await page.reload();
			await page.getByRole("button", { name: "Sign out" }).click();
			const question = page.getByRole("dialog");
			await question.getByText("Checks that are not sent yet: 1.").waitFor();
			await question.getByRole("button", { name: "Delete and sign out" }).click();
			await page.getByText("Sign in to see your rounds.").waitFor();
			expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("rounds ")))).toEqual(
				[],
			);
		},
	);
});
