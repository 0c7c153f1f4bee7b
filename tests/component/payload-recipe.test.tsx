import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { PayloadSourceView } from "../../client/features/integrations/json/payload-source";
import type { HeldMessage, PayloadSource, SavePayloadRecipe } from "../../shared/device/recipe/payload-recipe";
import { show } from "./show";
import { lost, stubCalls } from "./stubbed-calls";

const keyId = `key_${"1".repeat(26)}`;
const integration = {
	id: keyId,
	name: "Cloud",
	isCreatingDevices: true,
	lastUsedAt: null,
	createdAt: new Date(0),
	previousKeyUntil: null,
	json: null,
};

const receivedAt = Date.UTC(2026, 10, 29, 10);
const message = (number: number, body: unknown, more: Partial<HeldMessage> = {}): HeldMessage => ({
	id: `mgi_${String(number).repeat(26)}`,
	receivedAt: receivedAt - number * 60_000,
	body: typeof body === "string" ? body : JSON.stringify(body),
	isPinned: false,
	version: null,
	accepted: 0,
	...more,
});

const rows = [
	{ temp: 4.5, hum: 61 },
	{ temp: "4,2", hum: 60 },
];
const source: PayloadSource = {
	messages: [
		message(1, { sn: "SN-7", at: 1_796_000_000, rows }),
		message(2, { sn: "SN-7", at: 1_796_000_000, rows: [{ hum: 59 }] }),
	],
	versions: [],
	missing: [],
};

let calls: ReturnType<typeof stubCalls>;
let isCut = false;

function stub(given: PayloadSource): void {
	calls = stubCalls({
		"account.getPayloadSource": () => given,
		"account.savePayloadRecipe": () => (isCut ? lost : { version: given.versions.length + 1 }),
		"account.getIntegrationKeys": () => [],
		"device.getDeviceChanges": () => ({ known: { life: "", seq: 0 }, isWhole: true, rows: [], gone: [] }),
	});
}

beforeEach(() => {
	isCut = false;
	stub(source);
});

function View() {
	const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
	return (
		<QueryClientProvider client={client}>
			<PayloadSourceView integration={integration} onBack={() => {}} />
		</QueryClientProvider>
	);
}

const savedRecipes = () =>
	calls.flatMap(({ procedure, input }) =>
		procedure === "account.savePayloadRecipe" ? [(input as SavePayloadRecipe).recipe] : [],
	);

async function openForm() {
	await show(<View />);
	await page.getByRole("button", { name: "Make a recipe" }).click();
}

const leaf = (name: string) => page.getByRole("button", { name, exact: true });

const picked = {
	device: { path: "sn" },
	time: { path: "at", form: "seconds" },
	values: [
		{ path: "rows[*].temp", channel: "temp", unit: "" },
		{ path: "rows[*].hum", channel: "hum", unit: "" },
	],
};

test("A recipe is picked by click from a received message, and what it would store stands beside it", async () => {
	await openForm();
	await leaf('sn "SN-7"').click();
	await page.getByRole("menuitem", { name: "Device: sn", exact: true }).click();
	await leaf("at 1796000000").click();
	await page.getByRole("menuitem", { name: "Time: at", exact: true }).click();
	await leaf("rows[0].temp 4.5").click();
	await page.getByRole("menuitem", { name: "Value of each entry: rows[*].temp" }).click();
	await leaf("rows[1].hum 60").click();
	// The list in use comes first.
	await expect.element(page.getByRole("menuitem").first()).toHaveTextContent("Value of each entry: rows[*].hum");
	await page.getByRole("menuitem").first().click();
	await expect.element(leaf("rows[0].hum 61 Value hum")).toBeVisible();

	const table = page.getByRole("region", { name: "What it would store" });
	const firstRow = () => table.getByRole("row").nth(1).query()?.textContent ?? "";
	await expect.poll(firstRow).toContain("SN-7 (new device)temp4.5");
	await expect.element(table.getByText(/"4,2": not stored/)).toBeVisible();
	await expect.element(table.getByText("1 value. Not found: rows[*].temp.")).toBeVisible();
	await page.getByRole("button", { name: "Store from now on" }).click();
	await expect.element(page.getByRole("button", { name: "Make a recipe" })).toBeVisible();
	expect(savedRecipes()).toEqual([picked]);
});

test("A recipe is picked by keyboard alone, and a part is released again", async () => {
	await openForm();
	const press = async (name: string, ...keys: string[]) => {
		(leaf(name).element() as HTMLElement).focus();
		await userEvent.keyboard("{Enter}");
		await expect.element(page.getByRole("menu")).toBeVisible();
		// The first item has the focus.
		for (const key of keys) await userEvent.keyboard(`{${key}}`);
		await userEvent.keyboard("{Enter}");
		await expect.poll(() => page.getByRole("menu").query()).toBeNull();
	};
	const down = "ArrowDown";
	await expect.element(leaf('sn "SN-7"')).toBeVisible();
	await press('sn "SN-7"', down);
	await press("at 1796000000", down, down);
	await press("rows[0].temp 4.5", down);
	await press("rows[0].hum 61");
	expect(document.activeElement?.textContent).toContain("rows[0].hum");
	await press("rows[1].hum 60 Value hum");
	await press("rows[0].hum 61");
	await page.getByRole("button", { name: "Store from now on" }).click();
	await expect.poll(savedRecipes).toEqual([picked]);
});

test("A path that is no path, and a value beside the list, are errors at their fields", async () => {
	await openForm();
	await page.getByRole("button", { name: "Store from now on" }).click();
	await expect
		.element(page.getByRole("textbox", { name: "Path of the serial number" }))
		.toHaveAttribute("aria-invalid");
	await expect.element(page.getByText("Choose at least one value.")).toBeVisible();
	await page.getByRole("textbox", { name: "Path of the serial number" }).fill("rows[*].sn");
	await page.getByRole("button", { name: "Add a value by its path" }).click();
	const value = page.getByRole("group", { name: "Value 1" });
	await value.getByRole("textbox", { name: "Path" }).fill("at");
	await value.getByRole("textbox", { name: "Channel" }).fill("Air");
	await page.getByRole("button", { name: "Store from now on" }).click();
	await expect
		.element(value.getByRole("textbox", { name: "Path" }))
		.toHaveAccessibleDescription(/in each entry of rows\[\*\]/);
	expect(savedRecipes()).toEqual([]);
});

test("An example fills the recipe and is tried, and a save that fails keeps it", async () => {
	await openForm();
	await page.getByRole("combobox", { name: "Start from" }).click();
	await page.getByRole("option", { name: "Blues Notehub" }).click();
	await expect.element(page.getByText("dev:864475040000001 (new device)").first()).toBeVisible();
	isCut = true;
	await page.getByRole("button", { name: "Store from now on" }).click();
	await expect.element(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
	await expect.element(page.getByRole("textbox", { name: "Path of the serial number" })).toHaveValue("device");
	isCut = false;
	await page.getByRole("button", { name: "Store from now on" }).click();
	await expect.poll(() => savedRecipes().length).toBe(2);
});

test("Paths that are no longer sent are named, and an older version is taken up again", async () => {
	const recipe = { ...picked, device: { path: "sn" }, time: null };
	const version = (number: number) => ({ version: number, recipe, madeAt: receivedAt, madeBy: "Ana", from: null });
	const missing = [{ path: "rows[*].hum", since: receivedAt, devices: 3, deviceId: null, device: null }];
	stub({ ...source, versions: [version(2), version(1)], missing });
	await show(<View />);
	await expect.element(page.getByText(/and 2 other devices/)).toBeVisible();
	await page.getByRole("button", { name: "Take up version 1 again" }).click();
	await expect
		.poll(() => calls.find(({ procedure }) => procedure === "account.savePayloadRecipe")?.input)
		.toEqual({
			keyId,
			recipe,
			replaces: 2,
			older: 1,
		});
});

test("A value that is no number is named without what it holds, which may be nested deep", async () => {
	const deep = "[".repeat(15_000) + "]".repeat(15_000);
	const version = { version: 1, recipe: picked, madeAt: receivedAt, madeBy: null, from: null };
	const messages = [message(1, `{"sn":"SN-7","at":${deep},"rows":[{"temp":${deep},"hum":{"is":61}}]}`)];
	stub({ ...source, messages, versions: [version] as PayloadSource["versions"] });
	await show(<View />);
	await page.getByRole("button", { name: "Change recipe" }).click();
	const trial = page.getByRole("region", { name: "What it would store" });
	await expect.element(trial.getByText(/^\[…\]: not stored/)).toBeVisible();
	await expect.element(trial.getByText(/^\{…\}: not stored/)).toBeVisible();
});

test("A message that comes while the form is open does not replace the one that is read", async () => {
	let messages = source.messages;
	calls = stubCalls({
		"account.getPayloadSource": () => ({ ...source, messages }),
		"account.pinIntegrationMessage": () => null,
		"device.getDeviceChanges": () => ({ known: { life: "", seq: 0 }, isWhole: true, rows: [], gone: [] }),
	});
	await openForm();
	await expect.element(leaf('sn "SN-7"')).toBeVisible();
	messages = [message(0, { sn: "SN-8", another: 1 }), ...messages];
	await page.getByRole("button", { name: "Pin", exact: true }).click();
	await expect.poll(() => calls.filter(({ procedure }) => procedure === "account.getPayloadSource").length).toBe(2);
	await expect.element(leaf('sn "SN-7"')).toBeVisible();
	expect(leaf("another 1").query()).toBeNull();
});
