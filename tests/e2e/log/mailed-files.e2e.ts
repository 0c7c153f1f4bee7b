import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger } from "../device-logger";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";

/** Returns the reason of a denial, or null. */
async function mail({ to, from, name, text }: Record<"to" | "from" | "name" | "text", string>): Promise<string | null> {
	const lines = [
		`From: ${from}`,
		`To: ${to}`,
		"Subject: Readings of the night",
		"MIME-Version: 1.0",
		'Content-Type: multipart/mixed; boundary="b1"',
		"",
		"--b1",
		"Content-Type: text/csv",
		`Content-Disposition: attachment; filename="${name}"`,
		"",
		text,
		"--b1--",
		"",
	];
	const url = `${product.origin}/__local/incoming-mail?to=${encodeURIComponent(to)}`;
	const response = await fetch(url, { method: "POST", body: lines.join("\r\n") });
	return ((await response.json()) as { denial: string | null }).denial;
}

describe("files that a logger mails", () => {
	test("wait for a person if nothing says whose they are, and are imported from there", async ({ page, context }) => {
		const name = `Mailed ${Math.random().toString(36).slice(2, 8)}`;
		await call(context, "account.createIntegrationKey", { name, isCreatingDevices: false });
		await addLogger(context, `${name} cellar`);
		await page.goto("/log");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: /^Connect devices and network servers/ }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: `Mail to ${name}`, exact: true }).click();
		await dialog.getByRole("button", { name: "Make an address" }).click();
		const senders = dialog.getByRole("textbox", { name: "Who may send" });
		await senders.fill("logger@site.example\nnobody");
		await dialog.getByRole("button", { name: "Save senders" }).click();
		await dialog.getByText("nobody is no e-mail address.").waitFor();
		expect(await senders.inputValue()).toContain("logger@site.example");
		await senders.fill("logger@site.example");
		await dialog.getByRole("button", { name: "Save senders" }).click();
		await page.getByText("The senders are saved.").waitFor();

		const to = (await dialog.getByText(/^r-\w{26}@/).innerText()).trim();
		const text = "Time,Temperature (°C)\r\n2026-03-01 10:00,4.5\r\n2026-03-01 10:15,4.6";
		expect(await mail({ to, from: "logger@site.example", name: "night.csv", text })).toBeNull();
		await mail({ to, from: "stranger@site.example", name: "spam.csv", text });
		await dialog.getByRole("button", { name: "Refresh" }).click();
		await dialog.getByText("This sender is not listed, so no file was stored.", { exact: false }).waitFor();
		await dialog.getByText(/^Waits for you/).waitFor();
		await expectAccessible(page, "[role=dialog]");
		await dialog.getByRole("button", { name: "Import night.csv" }).click();
		const importing = page.getByRole("dialog", { name: /Import/ });
		await importing.getByText("night.csv").first().waitFor();
	});
});
