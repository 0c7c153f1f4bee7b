import type { Response } from "playwright-core";
import { describe, expect } from "vitest";
import { mainLink, requestsDuring, signInByForm, test } from "../visitor";

async function readable(response: Response): Promise<string> {
	const headers = Object.entries(response.headers()).filter(([name]) => name !== "set-cookie");
	const isLook = ["font", "image", "stylesheet"].includes(response.request().resourceType());
	const isBodiless = isLook || response.status() === 204 || (response.status() >= 300 && response.status() < 400);
	return JSON.stringify(headers) + (isBodiless ? "" : (await response.body()).toString("utf8"));
}

describe("the data that reaches a page", () => {
	test("S8 holds no token: not in a response, a header, the HTML or the code", async ({ page, context }) => {
		const answers: Promise<string>[] = [];
		page.on("response", (response) => answers.push(readable(response)));
		const stands = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
		await page.goto("/login");
		await requestsDuring(page, async () => {
			await signInByForm(page, "billing");
			await stands("Dashboard");
		});
		await requestsDuring(page, async () => {
			await mainLink(page, "Billing").click();
			await stands("Billing");
		});
		await requestsDuring(page, async () => {
			await page.goto("/profile");
			await stands("My profile");
		});
		const tokens = (await context.cookies())
			.filter(({ name }) => /\.(accessToken|idToken|refreshToken)$/.test(name))
			.map(({ value }) => value);
		expect(tokens.length).toBe(3);
		const texts = [...(await Promise.all(answers)), await page.content()];
		expect(texts.length).toBeGreaterThan(10);
		for (const token of tokens) expect(texts.filter((text) => text.includes(token))).toEqual([]);
		// A new token, or another person's, would not be among the known ones above.
		expect(texts.filter((text) => /eyJ[\w-]{20,}\.eyJ[\w-]{20,}\./.test(text))).toEqual([]);
	});
});
