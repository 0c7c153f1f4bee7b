import { describe, expect } from "vitest";
import type { Round, RoundHistory } from "../../../shared/round/round";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { signInByForm, testAsOwner as test, testInOwnProfile } from "../visitor";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

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
		{
			id: "d",
			name: "Shelf",
			checks: [{ kind: "hand", id: "e", name: "Air", unit: "°C", low: null, high: 25 }],
		},
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
		"keeps drafts and checks through days without a network, reloads and a session that ends, and sends each once",
		async ({ page, context, complaints }) => {
			complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of [45]00/);
			// A sign-in of its own, which it ends.
			await page.goto("/login");
			await signInByForm(page, "owner");
			await page.waitForURL("**/dashboard");
			const { id: roundId } = await call<Round>(context, "round.createRound", round);
			const wrongNow = Date.now() - 2 * dayMs;
			await page.clock.setSystemTime(wrongNow);
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
			await core.fill("1,234");
			await card.getByRole("button", { name: "Save: Fridge" }).click();
			await card.getByText("Enter a number, such as 4.2.").waitFor();
			await core.fill("4,2");
			await page.reload();
			await page.getByText("No network.").waitFor();
			expect(await core.inputValue()).toBe("4,2");
			await card.getByRole("button", { name: "Save: Fridge" }).click();
			await page.clock.setSystemTime(wrongNow + 3 * hourMs);
			await page.reload();
			await card.getByRole("button", { name: "Seen: Store" }).click();
			await card.getByRole("textbox", { name: "Air (°C)" }).fill("٢٤٫٥");
			await card.getByRole("button", { name: "Save: Shelf" }).click();
			await page.clock.setSystemTime(wrongNow + 73 * hourMs);
			await page.reload();
			await page.getByText(/more than three days ago/).waitFor();
			await page.getByText("Checks that wait to be sent: 3").waitFor();

			const session = await context.cookies();
			await context.clearCookies();
			await context.setOffline(false);
			await page.evaluate(() => window.dispatchEvent(new Event("online")));
			await page.getByText("Your session has ended.").waitFor();
			await page.getByText("Checks that wait to be sent: 3").waitFor();
			await context.addCookies(session);
			await page.reload();
			await page.getByText("Checks that wait to be sent").waitFor({ state: "detached" });
			await page.reload();
			await card.getByText("Last check").first().waitFor();
			const span = { roundId, from: Date.now() - 5 * dayMs, to: Date.now() + dayMs };
			const { entries } = await call<RoundHistory>(context, "round.getRoundHistory", span, true);
			expect(entries.map(({ placeName }) => placeName).sort()).toEqual(["Fridge", "Shelf", "Store"]);
			const hoursOf = (ms: number) => Math.round(ms / hourMs);
			expect(entries.map(({ placeName, at, receivedAt }) => [placeName, hoursOf(receivedAt - at)]).sort()).toEqual([
				["Fridge", 73],
				["Shelf", 70],
				["Store", 70],
			]);
			expect(entries.map(({ clockOffMs }) => hoursOf(clockOffMs ?? 0))).toEqual([25, 25, 25]);
			expect(entries.find(({ placeName }) => placeName === "Shelf")?.results).toMatchObject([{ value: 24.5 }]);

			// A local run has no points in time to restore an account to.
			const received = entries.map(({ receivedAt }) => receivedAt).sort((a, b) => a - b);
			const [from = 0, until = 0] = received;
			await page.route(/round\.getRoundWalk/, async (route) => {
				const response = await route.fetch();
				const body = await response.json();
				body.result.data.json.restored = [{ from, until }];
				await route.fulfill({ response, json: body });
			});
			const again = page.waitForRequest(/round\.addEntry/);
			await page.reload();
			const lost = entries.filter(({ receivedAt }) => receivedAt === until).map(({ id }) => id);
			expect(lost).toContain((await again).postDataJSON().json.id);
			await page.unroute(/round\.getRoundWalk/);
			await page.getByText("Checks that wait to be sent").waitFor({ state: "detached" });

			await context.setOffline(true);
			await card.getByRole("textbox", { name: "Air (°C)" }).fill("20");
			await card.getByRole("button", { name: "Save: Shelf" }).click();
			await card.getByRole("button", { name: "Seen: Store" }).click();
			const failed: string[] = [];
			await page.route(/round\.addEntry/, async (route) => {
				const { id } = route.request().postDataJSON().json;
				failed.push(...(failed.length === 0 ? [id] : []));
				return failed.includes(id) ? route.fulfill({ status: 500, json: {} }) : route.fallback();
			});
			await context.setOffline(false);
			await page.getByText("Checks that wait to be sent: 1").waitFor();
			await page.unroute(/round\.addEntry/);
			await page.getByRole("button", { name: "Send now" }).click();
			await page.getByText("Checks that wait to be sent").waitFor({ state: "detached" });

			await context.setOffline(true);
			await card.getByRole("button", { name: "Seen: Store" }).click();
			const places = round.places.filter(({ name }) => name !== "Store");
			await call(context, "round.updateRound", { ...round, places, roundId, version: 1 });
			await context.setOffline(false);
			await page.reload();
			const rejected = page.getByRole("region", { name: "Store" });
			await rejected.getByText(/^Not sent: /).waitFor();
			await rejected.getByRole("button", { name: "Delete this check" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Delete this check" }).click();
			await rejected.waitFor({ state: "detached" });

			await context.setOffline(true);
			await card.getByRole("textbox", { name: "Core (°C)" }).fill("5");
			await card.getByRole("textbox", { name: "Air (°C)" }).fill("2");
			await card.getByRole("textbox", { name: "Air (°C)" }).fill("");
			await context.setOffline(false);
			await page.reload();
			await page.getByRole("button", { name: "Sign out" }).click();
			const question = page.getByRole("dialog");
			await question.getByText("Checks that are not sent yet: 1.").waitFor();
			await question.getByRole("button", { name: "Delete and sign out" }).click();
			await page.getByText("Sign in to see your rounds.").waitFor();
			expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("rounds")))).toEqual(
				[],
			);
		},
	);
});
