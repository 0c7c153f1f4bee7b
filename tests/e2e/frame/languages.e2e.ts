import { globSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { cutBackend } from "../outage/outages";
import { outageComplaints, signIn, signInByForm, switchBackend, test, testInOwnProfile } from "../visitor";

const screens = ["/login", "/signup", "/forgot-password", "/confirm", "/new-password?email=ana%40example.com"];

/** What names the product, what only a local run shows, and the frame, whose words no catalogue has yet. */
const names =
	/^(?:AQLCloud|Example Instruments|Local|Fill in|No code is here|The code is|owner@|English|Deutsch$|Español$|Français$|Loading page|⟦)/;

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

async function preferLanguages(page: Page, ...tags: string[]): Promise<void> {
	const devTools = await page.context().newCDPSession(page);
	const userAgent = await page.evaluate(() => navigator.userAgent);
	await devTools.send("Emulation.setUserAgentOverride", { userAgent, acceptLanguage: tags.join(",") });
}

async function remember(page: Page, tag: string): Promise<void> {
	await page.addInitScript((chosen) => localStorage.setItem("language", chosen), tag);
}

function languageOf(page: Page): Promise<string> {
	return page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`);
}

async function openSignIn(page: Page, heading: string): Promise<void> {
	await page.goto("/login");
	await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

async function chooseInProfile(page: Page, field: string, language: string): Promise<void> {
	await page.getByRole("combobox", { name: field, exact: true }).click();
	await page.getByRole("option", { name: language, exact: true }).click();
}

/** Each frame's texts, from the first frame on, until 60 frames had texts. */
async function watchFrames(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const frames: string[][] = [];
		Object.assign(globalThis, { frames });
		const look = () => {
			const texts: string[] = [];
			const nodes = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
			while (nodes.nextNode()) {
				const { textContent, parentElement } = nodes.currentNode;
				if (parentElement?.closest("script, style, noscript") || !parentElement?.checkVisibility()) continue;
				if (textContent?.trim()) texts.push(textContent.trim());
			}
			if (texts.length > 0) frames.push(texts);
			if (frames.length < 60) requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
	});
}

/** Whole messages in English that the language says in another way. */
function englishOnly(tag: string): Set<string> {
	const messages = globSync("words/*/en.json").flatMap((path) => {
		const own: Record<string, string> = JSON.parse(readFileSync(path.replace("en.json", `${tag}.json`), "utf8"));
		const english: Record<string, string> = JSON.parse(readFileSync(path, "utf8"));
		return Object.entries(english).filter(([key, text]) => own[key] !== text);
	});
	return new Set(messages.map(([, text]) => text));
}

describe("the first 60 frames of a first load", () => {
	for (const [tag, heading] of [
		["de", "Übersicht"],
		["ja", "ダッシュボード"],
	] as const) {
		testInOwnProfile(`show no English text in ${tag}`, async ({ page, context }) => {
			await remember(page, tag);
			await watchFrames(page);
			await signIn(context, "owner");
			await page.goto("/dashboard");
			await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
			const framesOf = () => page.evaluate(() => (globalThis as unknown as { frames: string[][] }).frames);
			await expect.poll(async () => (await framesOf()).length).toBe(60);
			const texts = new Set((await framesOf()).flat());
			expect(texts).toContain(heading);
			const english = englishOnly(tag);
			english.delete("Battery low"); // the name of a rule
			expect([...texts].filter((text) => english.has(text))).toEqual([]);
		});
	}
});

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

	for (const [tags, lang, heading] of [
		[["de-AT"], "de ltr", "Anmelden"],
		[["th", "fr-CA", "de"], "fr ltr", "Se connecter"],
		[["th"], "en ltr", "Sign in"],
	] as const) {
		test(`follows the languages of the browser: ${tags.join(", ")}`, async ({ page }) => {
			await preferLanguages(page, ...tags);
			await openSignIn(page, heading);
			expect(await languageOf(page)).toBe(lang);
			await expect.poll(() => page.title()).toContain(heading);
		});
	}

	test("follows the choice, whatever the browser prefers", async ({ page }) => {
		await preferLanguages(page, "de-AT");
		await remember(page, "fr");
		await openSignIn(page, "Se connecter");
		expect(await languageOf(page)).toBe("fr ltr");
	});

	for (const tag of [`tlh-${"x".repeat(4_000)}`, "", "__proto__", "../de", '"><script>', "de\u0000", "constructor"]) {
		test(`stays English where this browser remembers ${JSON.stringify(tag.slice(0, 20))}`, async ({ page }) => {
			await remember(page, tag);
			await openSignIn(page, "Sign in");
			expect(await languageOf(page)).toBe("en ltr");
		});
	}

	test("becomes English, and says so once, where the words do not load", async ({ page, complaints }) => {
		complaints.allow(/Failed to load resource|Failed to fetch dynamically imported module/);
		await remember(page, "de");
		await page.route("**/assets/words/de-*/**", (route) => route.fulfill({ status: 503 }));
		await openSignIn(page, "Sign in");
		const notice = page.getByText("The words of Deutsch could not be loaded, so this page is in English.");
		expect(await notice.count()).toBe(1);
		expect(await languageOf(page)).toBe("en ltr");
		await page.unrouteAll();
		await openSignIn(page, "Anmelden");
		expect(await languageOf(page)).toBe("de ltr");
		expect(await page.getByText("konnten nicht geladen werden").count()).toBe(0);
	});

	test("changes before a sign-in, and stays for the next visit", async ({ page }) => {
		await openSignIn(page, "Sign in");
		await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Français" });
		await page.getByRole("heading", { level: 1, name: "Se connecter", exact: true }).waitFor();
		expect(await languageOf(page)).toBe("fr ltr");
		await openSignIn(page, "Se connecter");
		await page.getByRole("combobox", { name: "Langue" }).selectOption({ label: "English" });
		await page.getByRole("heading", { level: 1, name: "Sign in", exact: true }).waitFor();
	});

	test("changes in the profile, and stays after a sign-out", async ({ page }) => {
		await page.goto("/login?next=%2Fprofile");
		await signInByForm(page, "viewer");
		await page.getByRole("heading", { level: 1, name: "My profile" }).waitFor();
		await chooseInProfile(page, "Language", "Deutsch");
		await page.getByRole("heading", { level: 1, name: "Mein Profil" }).waitFor();
		expect(await languageOf(page)).toBe("de ltr");
		await page.getByRole("button", { name: /Konto von/ }).click();
		await page.getByRole("menuitem", { name: "Abmelden" }).click();
		await page.getByRole("heading", { level: 1, name: "Anmelden", exact: true }).waitFor();
		expect(await languageOf(page)).toBe("de ltr");
	});

	test("a language stays chosen where the backend is out while another is saved", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await remember(page, "de");
		await signIn(context, "viewer");
		await page.goto("/profile");
		await page.getByRole("heading", { level: 1, name: "Mein Profil" }).waitFor();
		await cutBackend();
		await chooseInProfile(page, "Sprache", "Français");
		await page.locator("[data-sonner-toast]").first().waitFor();
		expect(await page.getByRole("combobox", { name: "Sprache", exact: true }).inputValue()).toBe("Deutsch");
		expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("de");
		await switchBackend("mend");
		expect(await languageOf(page)).toBe("de ltr");
	});
});
