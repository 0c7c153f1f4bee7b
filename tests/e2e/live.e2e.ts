import type { Page, Request } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { appConstants } from "../../client/app-constants";
import { livePong } from "../../shared/live";
import { product } from "./this-product";
import { mainLink, requestsDuring, settle, signIn, switchBackend, test, testInOwnProfile } from "./visitor";

/** A line that breaks is told to the console by the browser itself. */
const brokenLine = /WebSocket connection|502|503|504|426/;

const lineState = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words);

/** Adds a device by its form; the key that is shown once. */
async function addDevice(page: Page, name: string): Promise<string> {
	await page.goto("/devices?add=device");
	const drawer = page.getByRole("dialog");
	await drawer.getByRole("textbox", { name: "Name" }).first().fill(name);
	await drawer.getByRole("button", { name: "Add device" }).click();
	const key = await drawer.getByText(/^aqd_/).first().innerText();
	await page.keyboard.press("Escape");
	return key.trim();
}

async function upload(key: string, value: number): Promise<void> {
	const response = await fetch(`${product.origin}/api/ingest/v1/readings`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings: [{ channel: "Temperature", at: Date.now(), value }] }),
	});
	expect(await response.json()).toMatchObject({ accepted: 1 });
}

/** The page's first handshake goes where none is answered. */
function misleadFirstSocket(): void {
	const Real = window.WebSocket;
	window.WebSocket = class extends Real {
		constructor(address: string | URL) {
			super(String(address).replace("/api/live", "/api/no-line"));
			window.WebSocket = Real;
		}
	};
}

afterEach(async () => {
	await switchBackend("mend");
});

describe("a page whose first handshake is refused", () => {
	test("reads the answer that tells it why to its end", async ({ page, context, complaints }) => {
		complaints.allow(/WebSocket connection|404|426/);
		await signIn(context, "owner");
		const ended: string[] = [];
		const end = (request: Request) => ended.push(new URL(request.url()).pathname);
		page.on("requestfinished", end);
		page.on("requestfailed", end);
		await page.addInitScript(misleadFirstSocket);
		await page.goto("/devices");
		await lineState(page, "Live").waitFor();
		await expect.poll(() => ended).toContain("/api/live");
	});
});

describe("a screen that is live", () => {
	test("shows in two browsers what a device uploads, without anybody asking", async ({ browser, page, context }) => {
		await signIn(context, "owner");
		const key = await addDevice(page, "Live logger");
		const other = await browser.newContext({ baseURL: product.origin, locale: "en-US" });
		await signIn(other, "viewer");
		const theirs = await other.newPage();
		for (const each of [page, theirs]) {
			await each.goto("/devices");
			await lineState(each, "Live").waitFor();
			await each.getByRole("rowheader", { name: "Live logger" }).waitFor();
		}
		await upload(key, 17.5);
		for (const each of [page, theirs]) {
			await each
				.getByRole("row", { name: /Live logger/ })
				.getByText("17.5 °C")
				.waitFor();
		}
		await other.close();
	});

	testInOwnProfile("is not asked for by the clock as well", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.clock.install();
		const pong = new Promise<void>((resolve) => {
			page.on("websocket", (socket) => {
				socket.on("framereceived", ({ payload }) => payload === livePong && resolve());
			});
		});
		await page.goto("/devices");
		await lineState(page, "Live").waitFor();
		await page.clock.runFor(appConstants.live.pingEveryMs + 5_000);
		await pong;
		// Whatever was heard before the pong has been asked for by now.
		await page.clock.runFor(appConstants.live.jitterMs + 1_000);
		const asked = await requestsDuring(page, () => page.clock.runFor(appConstants.refreshEveryMs + 1_000));
		expect(asked.filter((request) => request.includes("device.getDevices"))).toEqual([]);
		expect(await lineState(page, "Live").count()).toBe(1);
	});

	test("has one line for all screens", async ({ page, context }) => {
		const opened: string[] = [];
		page.on("websocket", (socket) => opened.push(new URL(socket.url()).pathname));
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await lineState(page, "Live").waitFor();
		await mainLink(page, "Devices").click();
		await settle(page, "Devices");
		expect(opened).toEqual(["/api/live"]);
	});
});

describe("a screen whose line breaks", () => {
	test("says so, says since when, and is live again with fresh data", async ({ page, context, complaints }) => {
		complaints.allow(brokenLine);
		await signIn(context, "owner");
		const key = await addDevice(page, "Cut logger");
		await page.goto("/devices");
		await lineState(page, "Live").waitFor();
		await page.getByRole("rowheader", { name: "Cut logger" }).waitFor();
		await switchBackend("cut");
		await lineState(page, "Reconnecting").waitFor();
		await lineState(page, /Stale since \d\d:\d\d:\d\d [AP]M/).waitFor();
		await switchBackend("mend");
		await upload(key, 21.5);
		await lineState(page, "Live").waitFor({ timeout: 45_000 });
		await page
			.getByRole("row", { name: /Cut logger/ })
			.getByText("21.5 °C")
			.waitFor();
	});

	test("keeps its dot and its name on a phone", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.setViewportSize({ width: 390, height: 844 });
		await page.goto("/dashboard");
		const dot = page.getByRole("status").filter({ hasText: "Live" });
		await dot.waitFor();
		await expect.poll(async () => (await dot.boundingBox())?.width).toBeLessThan(12);
	});
});
