import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
	type StorageSetting,
	StorageSettingDialog,
	StorageSettingsCard,
} from "../../client/features/storage/storage-settings";
import type { StorageOverview } from "../../shared/account/storage";
import { show } from "./show";

const overview: StorageOverview = {
	retentionDays: 365,
	isQuotaBinding: true,
	whenFull: "refuse",
	fullSince: null,
	contacts: null,
	reportFileBytes: 0,
	devices: [],
};

const preview = { changed: 2, cuts: [] };
const fetched = vi.fn<typeof fetch>();
let isOut = false;

const addressOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input));
const sent = (path: string) => fetched.mock.calls.filter(([input]) => addressOf(input).includes(path));

beforeEach(() => {
	isOut = false;
	fetched.mockReset();
	fetched.mockImplementation(async (input) => {
		const isPreview = addressOf(input).includes("previewRetention");
		if (isOut && !isPreview) throw new TypeError("Failed to fetch");
		const json = isPreview ? preview : addressOf(input).includes("Contact") ? [] : {};
		return Response.json([{ result: { data: { json } } }]);
	});
	vi.stubGlobal("fetch", fetched);
	return () => vi.unstubAllGlobals();
});

function Settings({ shown }: { shown: StorageOverview }) {
	const [changed, setChanged] = useState<StorageSetting | null>(null);
	return (
		<>
			<StorageSettingsCard overview={shown} denial={null} onChange={setChanged} />
			{changed && <StorageSettingDialog setting={changed} overview={shown} onClose={() => setChanged(null)} />}
		</>
	);
}

async function showCard(shown: StorageOverview = overview): Promise<void> {
	await show(
		<QueryClientProvider client={new QueryClient()}>
			<Settings shown={shown} />
		</QueryClientProvider>,
	);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const days = () => page.getByRole("textbox", { name: "Data retention, length" });

test.each([
	["-5", "At least one day."],
	["0", "At least one day."],
	["many", "Enter a number."],
])("a bad number of days is named while it is typed, and is not sent: %s", async (typed, complaint) => {
	await showCard();
	await button("Change retention").click();
	await days().fill(typed);
	await expect.element(page.getByText(complaint)).toBeVisible();
	await button("Save").click();
	await expect.element(days()).toHaveValue(typed);
	expect(sent("setAccountRetention")).toEqual([]);
});

test("a retention is changed by the keyboard, and stays typed during an outage", async () => {
	isOut = true;
	await showCard();
	button("Change retention").element().focus();
	await userEvent.keyboard("{Enter}");
	const source = page.getByRole("combobox", { name: "Data retention" });
	await expect.element(source).toHaveFocus();
	await expect.element(source).toHaveAttribute("aria-expanded", "false");
	await days().fill("30");
	await expect.element(page.getByText("Nothing is removed: no stored reading is older.")).toBeVisible();
	await userEvent.keyboard("{Enter}");
	await expect.element(page.getByRole("alert")).toBeVisible();
	await expect.element(days()).toHaveValue("30");
	isOut = false;
	await button("Save").click();
	await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
	expect(sent("setAccountRetention")).toHaveLength(2);
});

test("says which people get a notice, and saves the choice", async () => {
	await showCard();
	await expect.element(page.getByText(/owners, and everyone the alert rules notify/)).toBeVisible();
	await button("Choose contacts").click();
	await page.getByRole("radio", { name: "Contacts chosen here" }).click();
	await button("Save").click();
	await expect.poll(() => sent("setStorageContacts").length).toBe(1);
	const [, init] = sent("setStorageContacts")[0] ?? [];
	expect(JSON.parse(String(init?.body))[0].json).toEqual({ contacts: { contactIds: [], contactGroupIds: [] } });
});

test("hides the choice for a full storage without a binding quota", async () => {
	await showCard({ ...overview, isQuotaBinding: false });
	await expect.element(page.getByText("When it is full: no limit")).toBeVisible();
	expect(button("Choose contacts").elements()).toHaveLength(0);
	expect(button("Choose what happens").elements()).toHaveLength(0);
});
