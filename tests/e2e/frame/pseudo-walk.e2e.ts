import type { Page, Response } from "playwright-core";
import { describe, expect } from "vitest";
import { readingUnits } from "../../../shared/formats/reading-units";
import { Quantity, quantities } from "../../../shared/formats/units";
import { recipientLanguages } from "../../../shared/words/made/languages";
import { follow } from "../trips";
import { testAsOwner as test } from "../visitor";
import { signedInScreens, withEntity } from "./signed-in-screens";

/** No language changes these: initials, keys, units, and names of formats and products. */
const common =
	/^(?:[A-Z]{2}|alt\+T|UTC[−+]\d+|UTC|GMT|CSV|PDF|JSON|HTML|XLSX|Excel|SMS|API|AQLCloud|Ctrl|[kMGT]?B|min)$/;

/** `Intl` lists these zones by an older name, such as Africa/Asmara. */
const zone = /^[A-Z][A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/;

const units = new Set([
	...readingUnits.flatMap((each) => each.units),
	...Quantity.options.map((name) => quantities[name].unit),
]);

/** `Intl` names days, months, regions, languages and zones in English: it does not know the pseudo-language. */
function namesOfIntl(languages: string[]): string {
	const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
	const regions = new Intl.DisplayNames("en", { type: "region" });
	const days = [...Array(366).keys()].flatMap((day) =>
		(["short", "long"] as const).map((style) =>
			new Date(86_400_000 * day).toLocaleDateString("en", { weekday: style, month: style }),
		),
	);
	return [
		...letters.flatMap((first) => letters.map((second) => regions.of(first + second))),
		...languages.map((tag) => {
			const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
			return `${name.charAt(0).toLocaleUpperCase(tag)}${name.slice(1)}`;
		}),
		...Intl.supportedValuesOf("timeZone"),
		...days,
	].join("\n");
}

let names: string | undefined;

/** Texts and labels of the page outside the brackets of messages. */
function bareTexts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const without = (text: string, depth = 0) => {
			let [bare, open] = ["", depth];
			for (const sign of text) {
				if (sign === "⟦") open += 1;
				if (open === 0) bare += sign;
				if (sign === "⟧") open -= 1;
			}
			return { bare, open };
		};
		const found: string[] = [];
		for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder]")) {
			if (element.closest("[aria-hidden=true]")) continue;
			for (const name of ["aria-label", "title", "placeholder"]) {
				found.push(without(element.getAttribute(name) ?? "").bare);
			}
		}
		const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		let depth = 0;
		for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
			if (node.parentElement?.closest("script, style")) continue;
			const { bare, open } = without(node.textContent ?? "", depth);
			depth = open;
			found.push(bare);
		}
		return found;
	});
}

/** Keeps what the page received, whose names may stand anywhere. */
function listen(page: Page): Promise<string>[] {
	const answers: Promise<string>[] = [];
	page.on("response", (response: Response) => {
		if (!response.url().includes("/api/")) return;
		answers.push(response.text().catch(() => ""));
	});
	return answers;
}

const walksWithoutTwoViewsOfOneScreen = 5;
const walks = signedInScreens.slice(0, walksWithoutTwoViewsOfOneScreen).map(({ path }, place) => ({
	first: path,
	screens: signedInScreens.filter((_, index) => index % walksWithoutTwoViewsOfOneScreen === place),
}));

async function walkTo(page: Page, path: string): Promise<void> {
	await page.evaluate(() => {
		for (const heading of document.querySelectorAll("h1")) heading.dataset.left = "";
	});
	await follow(page, path);
	await page.locator("h1:not([data-left])").waitFor();
}

describe("the screens in the pseudo-language", () => {
	test.for(walks)("show words of catalogues and of answers only, from $first on", async ({ screens }, { page }) => {
		const answers = listen(page);
		await page.addInitScript(() => localStorage.setItem("language", "en-XA"));
		for (const [index, screen] of screens.entries()) {
			const { path } = await withEntity(page, screen);
			await (index === 0 ? page.goto(path) : walkTo(page, path));
			await page.getByRole("heading", { level: 1 }).waitFor();
			await page.locator("[aria-busy=true], [role=progressbar]").first().waitFor({ state: "detached" });
			names ??= await page.evaluate(namesOfIntl, [...recipientLanguages, "en-XA"]);
			// A response may bring further words at any time, so the texts are read before what has arrived.
			const texts = await bareTexts(page);
			const received = [...(await Promise.all(answers)), names].join("\n").replaceAll('\\"', '"');
			const isKnown = (part: string) =>
				common.test(part) || zone.test(part) || units.has(part) || received.includes(part);
			const parts = texts.flatMap((text) =>
				text
					.split(/[·,:;()…]|\s{2,}/)
					.map((part) => part.trim())
					.filter((part) => /\p{L}{2}/u.test(part) && !isKnown(part))
					.flatMap((part) => part.split(" ").filter((word) => /\p{L}{2}/u.test(word) && !isKnown(word))),
			);
			expect(parts, `${path}: ${parts.join(" | ")}`).toEqual([]);
		}
	});
});
