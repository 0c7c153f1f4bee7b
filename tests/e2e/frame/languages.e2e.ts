import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../visitor";

const screens = ["/login", "/signup", "/forgot-password", "/confirm", "/new-password?email=ana%40example.com"];

/** What names the product, what only a local run shows, and the frame, whose words no catalogue has yet. */
const names = /^(?:AQLCloud|Example Instruments|Local|Fill in|No code is here|The code is|owner@|Loading page|⟦)/;

/** Collects each text that a screen shows, if only for one frame. In the pseudo-language, vowels have accents. */
async function seeInPseudo(page: Page): Promise<void> {
	await page.addInitScript(() => {
		localStorage.setItem("language", "en-XA");
		const seen = new Set<string>();
		Object.assign(globalThis, { seen });
		const look = (node: Node) => {
			for (const within of node.childNodes) look(within);
			const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : "";
			if (text !== "" && !node.parentElement?.closest("script, style, title")) seen.add(text);
			if (!(node instanceof Element)) return;
			for (const name of ["aria-label", "placeholder", "title"]) seen.add(node.getAttribute(name) ?? "");
		};
		new MutationObserver((changes) => {
			for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) look(node);
		}).observe(document, { childList: true, subtree: true, characterData: true });
	});
}

describe("the language of a page", () => {
	test("shows each text and label before a sign-in in the chosen one from the first frame on", async ({ page }) => {
		await seeInPseudo(page);
		for (const path of screens) {
			await page.goto(path);
			await page.getByRole("heading", { level: 1, name: /^⟦.*⟧$/ }).waitFor();
			const texts = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
			expect(texts.length).toBeGreaterThan(5);
			expect(texts.filter((text) => /[aeiou]/.test(text) && !names.test(text))).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.lang)).toBe("en-XA");
		}
	});

	test("stays English where it has no words of the language that this browser remembers", async ({ page }) => {
		await page.addInitScript(() => localStorage.setItem("language", `tlh-${"x".repeat(4_000)}`));
		await page.goto("/login");
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
	});
});
