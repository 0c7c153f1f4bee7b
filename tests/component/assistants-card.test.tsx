import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { AssistantsCard } from "../../client/features/api-keys/assistants-card";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

test("assistants are switched on with the address to paste, and an error leaves the switch as it was", async () => {
	let isDenied = true;
	const calls = stubCalls({
		"account.getAssistants": () => ({ isOn: false }),
		"account.setAssistants": () => {
			if (isDenied) throw new Denied({ reason: "NOT_PERMITTED" });
			return { isOn: true };
		},
	});
	await show(<AssistantsCard />);
	const button = page.getByRole("button", { name: "Let assistants read" });
	await button.click();
	await expect.element(page.getByRole("alert")).toBeVisible();
	await expect.element(button).toBeVisible();
	isDenied = false;
	await button.click();
	await expect.element(page.getByText(`${window.location.origin}/mcp`)).toBeVisible();
	await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
	expect(calls.at(-1)).toEqual({ procedure: "account.setAssistants", input: { isOn: true } });
	await page.getByRole("button", { name: "Switch assistants off" }).click();
	await expect.poll(() => calls.at(-1)?.input).toEqual({ isOn: false });
});
