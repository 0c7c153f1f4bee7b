import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { postToLocalRun } from "./product";
import { product } from "./this-product";

export type Reported = {
	headers: Record<string, string>;
	items: { type: string; payload: string }[];
};

export async function reported(): Promise<Reported[]> {
	const answer = await fetch(`${product.origin}/__local/errors`);
	const { envelopes }: { envelopes: Reported[] } = await answer.json();
	return envelopes;
}

/** Begins with an empty recorder, and resets it for the next test. */
export async function beginRecorder(state: "accept" | "refuse" | "silent"): Promise<void> {
	onTestFinished(() => postToLocalRun(product.origin, "errors/accept"));
	await postToLocalRun(product.origin, `errors/${state}`);
}

/** Sets the error service as a deployed build does, before any script of the page runs. */
export async function tellOfErrorService(page: Page): Promise<void> {
	await page.addInitScript(() => {
		document.addEventListener("readystatechange", () => {
			if (document.readyState !== "interactive") return;
			const tag = document.createElement("meta");
			tag.name = "error-reporting";
			tag.content = JSON.stringify({ environment: "local", release: "release-1" });
			document.head.append(tag);
		});
	});
}

export async function openRecording(page: Page, path: string): Promise<void> {
	const replay = page.waitForResponse(/\/assets\/replay-/);
	await page.goto(path);
	await (await replay).finished();
}

export async function provoke(page: Page, message: string): Promise<void> {
	await page.evaluate((text) => {
		setTimeout(() => {
			throw new Error(text);
		});
	}, message);
}
