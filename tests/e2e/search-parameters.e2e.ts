import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { mainLink, signIn, test } from "./visitor";

const huge = "x".repeat(3_000);

const shown = (text: string) => (text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text);
const named = <T extends string>(search: T) => ({ search, name: shown(search) });
const linkNote = "The link that brought you here holds no valid e-mail address.";

const noAddresses = [
	"email=nonsense",
	"email=a%40b",
	`email=${huge}`,
	"email=one%40example.com&email=nonsense",
	"email=%5B%22ana%40example.com%22%5D",
	"email=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E",
	"email=%E0%A4%A",
].map(named);

describe("search parameters of /login", () => {
	test.for(noAddresses)(
		"$name: the form stands empty and says that the link holds no e-mail address",
		async ({ search }, { page }) => {
			await page.goto(`/login?${search}`);
			await page.getByText(linkNote).waitFor();
			await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("");
		},
	);

	test.for(
		[
			"email=",
			"next=%2F%2Fevil.example",
			`next=${huge}`,
			"next=%2Fdevices&next=%2Flog%2F",
			"unknown=1&unknown=2&__proto__=x&constructor=y",
		].map(named),
	)("$name: the form stands and has nothing to complain of", async ({ search }, { page }) => {
		await page.goto(`/login?${search}`);
		await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
		expect(await page.getByText(linkNote).count()).toBe(0);
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("");
	});

	test("an e-mail address given twice: the last one counts", async ({ page }) => {
		await page.goto("/login?email=one%40example.com&email=two%40example.com");
		await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("two@example.com");
	});
});

describe("search parameters of the other steps of signing in", () => {
	test.for(["/signup", "/confirm", "/forgot-password"].flatMap((path) => noAddresses.map((bad) => ({ path, ...bad }))))(
		"$path?$name: the form stands empty and says that the link holds no e-mail address",
		async ({ path, search }, { page }) => {
			await page.goto(`${path}?${search}`);
			await page.getByText(linkNote).waitFor();
			await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("");
		},
	);

	test.for([...noAddresses, named("email="), named("code=123456"), named("next=%2Fdevices")])(
		"/new-password?$name: says what is missing and leads to where a code is asked for",
		async ({ search }, { page }) => {
			await page.goto(`/new-password?${search}`);
			await page.getByText(/The link that brought you here holds no (valid )?e-mail address\./).waitFor();
			expect(await page.getByRole("textbox").count()).toBe(0);
			await page.getByRole("link", { name: "Ask for a new password" }).click();
			await page.waitForURL((url) => url.pathname === "/forgot-password");
		},
	);

	test.for(["/confirm", "/new-password"])("%s: a good address is the one it is for", async (path, { page }) => {
		await page.goto(`${path}?email=ana.prado%2Bx%40example.com`);
		await page.getByText("ana.prado+x@example.com").waitFor();
		expect(await page.getByLabel("E-mail").count()).toBe(0);
		expect(await page.getByText(linkNote).count()).toBe(0);
	});

	test("no parameter puts words of its own on a screen", async ({ page }) => {
		await page.goto("/login?note=confirmed&state=%7B%22note%22%3A%22confirmed%22%7D");
		await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
		expect(await page.getByText(/confirmed/).count()).toBe(0);
	});
});

describe("search parameters of /devices", () => {
	test.for([
		"status=nonsense",
		"status=,,,",
		"status=online&status=nonsense",
		"sort=nonsense",
		"sort=-",
		"sort=constructor",
		"sort=__proto__",
		"group=nonsense",
		"q=",
		"unknown=1&__proto__=x&constructor=y&toString=z",
	])("%s: the list stands as without it", async (search, { page, context }) => {
		await signIn(context, "owner");
		await page.goto(`/devices?${search}`);
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		await expect
			.poll(() => page.getByRole("columnheader", { name: "Device" }).getAttribute("aria-sort"))
			.toBe("ascending");
	});

	test("a search as long as it likes is an empty list with a way out", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto(`/devices?q=${huge}`);
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await page.getByRole("button", { name: /clear/i }).first().click();
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		await page.waitForURL((url) => url.search === "");
	});
});

/** By its controls and its summary: which devices the first rows are of depends on the minute. */
async function standsAtTheRunningHour(page: Page): Promise<void> {
	await page.getByRole("heading", { level: 1, name: "Log" }).waitFor();
	await page.getByRole("table", { name: "Readings" }).getByRole("row").nth(1).waitFor();
	await expect.poll(() => page.getByRole("radio", { name: "Hour" }).isChecked()).toBe(true);
	await expect.poll(() => page.getByRole("button", { name: "Now", exact: true }).isDisabled()).toBe(true);
	expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
}

describe("search parameters of /log/", () => {
	test.for([
		"range=nonsense",
		"range=hour&range=century",
		"range=constructor",
		"offset=-1",
		"offset=1.5",
		"offset=NaN",
		"offset=",
		"from=5&to=1",
		"from=1",
		"from=x&to=y",
		"device=nonsense",
		"channel=nonsense,,",
		"quantity=__proto__",
		"form=nonsense",
		"device=,,,x",
		"unknown=1&__proto__=x&constructor=y",
	])("%s: the hour that is running", async (search, { page, context }) => {
		await signIn(context, "owner");
		await page.goto(`/log/?${search}`);
		await standsAtTheRunningHour(page);
	});

	test.for(["offset=99999999999999999999", "from=1&to=99999999999999999999", "from=1&to=999999999999999"].map(named))(
		"$name, a number past all counting or all calendars: the hour that is running",
		async ({ search }, { page, context }) => {
			await signIn(context, "owner");
			await page.goto(`/log/?${search}`);
			await standsAtTheRunningHour(page);
		},
	);

	test.for(["offset=999999999999999", "range=month&offset=100000", "from=0&to=1", "from=1&to=99999999999999"])(
		"%s: a log, if an empty one, and the way back to now",
		async (search, { page, context }) => {
			await signIn(context, "owner");
			await page.goto(`/log/?${search}`);
			await page.getByRole("heading", { level: 1, name: "Log" }).waitFor();
			await page.getByRole("button", { name: "Now", exact: true }).click();
			await page.waitForURL((url) => !/offset|from|to=/.test(url.search));
			await page.getByRole("table").waitFor();
		},
	);

	test("devices that do not exist, sixty of them: says so and keeps the frame", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/404|Device not found/);
		await signIn(context, "owner");
		const ids = Array.from({ length: 60 }, (_, index) => `dev_${String(index).padStart(26, "0")}`);
		await page.goto(`/log/?device=${ids.join(",")}`);
		await page.getByText("This device does not exist, or it is not yours to see.").waitFor();
		expect(await mainLink(page, "Devices").isVisible()).toBe(true);
	});
});
