import type { Page } from "playwright-core";

export async function signFile(page: Page, meaning: string, password = "Local-demo-1"): Promise<void> {
	const form = page.getByRole("dialog", { name: "Sign this file" });
	await form.getByRole("radio", { name: meaning }).check();
	await form.locator("input[type=password]").fill(password);
	await form.getByRole("button", { name: "Sign" }).click();
	await form.waitFor({ state: "detached" });
}
