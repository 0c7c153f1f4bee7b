import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { endingText } from "../../client/entities/ending-text";
import { ApiKeyList } from "../../client/features/api-keys/api-key-list";
import type { ApiKey } from "../../shared/account/api-key";
import { dayMs } from "../../shared/base/durations";
import { show } from "./show";
import { Denied, lost, stubCalls } from "./stubbed-calls";

const apiKey: ApiKey = {
	id: `apk_${"a".repeat(26)}`,
	name: "Cold store sheet",
	access: "read",
	scope: "all",
	state: "active",
	keeper: { id: "usr_1", name: "Jane" },
	createdAt: new Date(0),
	expiresAt: null,
	lastUsedAt: null,
	lastUsedFrom: null,
};
const me = { role: "owner", scope: "all" } as never;

test("a key is added, shown once, and an error stands at its field with nothing lost", async () => {
	let isDenied = true;
	const calls = stubCalls({
		"group.getGroups": () => [],
		"account.getApiKeys": () => [apiKey],
		"account.createApiKey": () => {
			if (isDenied) throw new Denied({ fields: { name: "At most 100 keys." } });
			return { apiKey, key: "aqk_secret" };
		},
	});
	await show(<ApiKeyList keys={[]} me={me} />);
	await expect.element(page.getByText(/^No API keys yet\./)).toBeVisible();
	await page.getByRole("button", { name: "Add API key" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.element(dialog.getByText("Enter a name.")).toBeVisible();
	await dialog.getByRole("textbox", { name: "Name" }).fill("Cold store sheet");
	await dialog.getByRole("radio", { name: "Read and write" }).click();
	await dialog.getByRole("radio", { name: "Only some groups" }).click();
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.element(dialog.getByText("Choose at least one group, or all of them.")).toBeVisible();
	await dialog.getByRole("radio", { name: "All groups" }).click();
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.element(dialog.getByText("At most 100 keys.")).toBeVisible();
	await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Cold store sheet");
	isDenied = false;
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.element(dialog.getByText("Bearer aqk_••••••••••••••••", { exact: true })).toBeVisible();
	expect(document.body.textContent).not.toContain("aqk_secret");
	await dialog.getByRole("button", { name: "Show: Value of the header Authorization" }).click();
	await expect.element(dialog.getByText("Bearer aqk_secret", { exact: true })).toBeVisible();
	await dialog.getByRole("button", { name: "Show: Try it: the devices as CSV" }).click();
	const command = dialog.getByText(/^KEY=/);
	expect(command.element().textContent).toBe(
		[
			"KEY='aqk_secret'",
			`curl '${window.location.origin}/api/v1/devices?format=csv' \\`,
			'  -H "Authorization: Bearer $KEY"',
		].join("\n"),
	);
	expect(calls.findLast(({ procedure }) => procedure === "account.createApiKey")?.input).toEqual({
		name: "Cold store sheet",
		access: "write",
		scope: "all",
		days: 365,
	});
	await dialog.getByRole("button", { name: "I have copied the key" }).click();
	await expect.element(dialog).not.toBeInTheDocument();
});

test("a key whose response was lost is the same one when Add is pressed again, and another once its name has changed", async () => {
	let isOut = true;
	const keys: string[] = [];
	const results = {
		"group.getGroups": () => [],
		"account.getApiKeys": () => [apiKey],
		"account.createApiKey": () => (isOut ? lost : { apiKey, key: "aqk_secret" }),
	};
	const calls = stubCalls(results, keys);
	const sent = () => keys.filter((_, position) => calls[position]?.procedure === "account.createApiKey");
	await show(<ApiKeyList keys={[]} me={me} />);
	await page.getByRole("button", { name: "Add API key" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("textbox", { name: "Name" }).fill("Cold store sheet");
	await dialog.getByRole("button", { name: "Add API key" }).click();
	const alert = dialog.getByRole("alert");
	await expect
		.element(alert)
		.toHaveTextContent("Can't reach AQLCloud. Check your connection and try again. It won't be added twice.");
	const [first] = sent();
	expect(first).toMatch(/^[\w-]{36}$/);
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.poll(sent).toEqual([first, first]);
	await expect.element(alert).toBeVisible();
	await dialog.getByRole("textbox", { name: "Name" }).fill("Robot");
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.poll(sent).toEqual([first, first, expect.not.stringMatching(first ?? "")]);
	await dialog.getByRole("textbox", { name: "Name" }).fill("Cold store sheet");
	isOut = false;
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.element(dialog.getByText("Bearer aqk_••••••••••••••••", { exact: true })).toBeVisible();
	expect(sent().at(-1)).toBe(first);
	await dialog.getByRole("button", { name: "I have copied the key" }).click();
	await page.getByRole("button", { name: "Add API key" }).click();
	await dialog.getByRole("textbox", { name: "Name" }).fill("Cold store sheet");
	await dialog.getByRole("button", { name: "Add API key" }).click();
	await expect.poll(() => sent().length).toBe(5);
	expect(sent().at(-1)).not.toBe(first);
});

test("says why a key stopped, and lets it be taken over or revoked", async () => {
	const left: ApiKey = { ...apiKey, name: "Robot", state: "paused", keeper: { id: "usr_2", name: null } };
	const calls = stubCalls({ "account.keepApiKey": () => [], "account.revokeApiKey": () => [] });
	const ending = { ...apiKey, id: `apk_${"c".repeat(26)}`, expiresAt: new Date(Date.UTC(2131, 2, 4, 12)) };
	const endingSoon = { ...apiKey, id: `apk_${"d".repeat(26)}`, expiresAt: new Date(Date.now() + 2.8 * dayMs) };
	await show(
		<ApiKeyList
			keys={[ending, endingSoon, left, { ...apiKey, id: `apk_${"b".repeat(26)}`, state: "expired" }]}
			me={me}
		/>,
	);
	await expect.element(page.getByText("Its owner has left. It works again after someone takes it over.")).toBeVisible();
	await expect.element(page.getByText("It has expired: add a new one.")).toBeVisible();
	await expect.element(page.getByText(/^Expires on .*2131/)).toBeVisible();
	await expect.element(page.getByText("Expires in 3 days")).toBeVisible();
	expect(endingText({ expiresAt: new Date(14 * dayMs) }, 0)).toBe("Expires in 14 days");
	for (const left of [14 * dayMs + 1, 0, -1]) expect(endingText({ expiresAt: new Date(left) }, 0)).toBeNull();
	for (const left of [1, dayMs, 1.4 * dayMs]) {
		expect(endingText({ expiresAt: new Date(left) }, 0)).toBe("Expires in 1 day");
	}
	await page.getByRole("button", { name: "Take over" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
	await expect.poll(() => calls.at(-1)).toEqual({ procedure: "account.keepApiKey", input: { keyId: left.id } });
});
