import type { Page, Request } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { appConstants } from "../../../client/base/app-constants";
import { livePong } from "../../../shared/overview/live";
import { addLogger, send } from "../device-logger";
import { product } from "../this-product";
import { mainLink, requestsDuring, signIn, switchBackend, testAsOwner as test, testInOwnProfile } from "../visitor";
import { cutBackend } from "./outages";

/** The browser itself reports a broken line to the console. */
const brokenLine = /WebSocket connection|502|503|504|426/;

const lineState = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words);

/** Sends the page's first handshake to an address without a server. */
function misleadFirstSocket(): void {
	const Real = window.WebSocket;
	window.WebSocket = class extends Real {
		constructor(address: string | URL) {
			super(String(address).replace("/api/live", "/api/no-line"));
			window.WebSocket = Real;
		}
	};
}

describe("a page whose first handshake is denied", () => {
	test("reads the response with the reason to its end", async ({ page, complaints }) => {
		complaints.allow(/WebSocket connection|404|426/);
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
	test("shows in two browsers what a device uploads, without anybody asking, by one line for all screens", async ({
		browser,
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Live logger");
		const opened: string[] = [];
		page.on("websocket", (socket) => opened.push(new URL(socket.url()).pathname));
		const other = await browser.newContext({ baseURL: product.origin, locale: "en-US" });
		onTestFinished(() => other.close());
		await signIn(other, "viewer");
		const theirs = await other.newPage();
		for (const each of [page, theirs]) {
			await each.goto("/dashboard");
			await lineState(each, "Live").waitFor();
			await mainLink(each, "Devices").click();
			await each.getByRole("rowheader", { name: "Live logger" }).waitFor();
		}
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 17.5 }]);
		for (const each of [page, theirs]) {
			await each
				.getByRole("row", { name: /Live logger/ })
				.getByText("17.5 °C")
				.waitFor();
		}
		expect(opened).toEqual(["/api/live"]);
	});

	testInOwnProfile("sends no requests by the clock as well", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.clock.install();
		const pong = new Promise<void>((resolve) => {
			page.on("websocket", (socket) => {
				socket.on("framereceived", ({ payload }) => payload === livePong && resolve());
			});
		});
		// A request that is under way while the clock runs would be given up, as if the connection were lost.
		await requestsDuring(page, async () => {
			await page.goto("/devices");
			await lineState(page, "Live").waitFor();
		});
		await requestsDuring(page, async () => {
			await page.clock.runFor(appConstants.live.pingEveryMs + 5_000);
			await pong;
		});
		// By now the page has fetched everything that it heard of before the pong.
		await requestsDuring(page, () => page.clock.runFor(appConstants.live.jitterMs + 1_000));
		const requested = await requestsDuring(page, () => page.clock.runFor(appConstants.refreshEveryMs + 1_000));
		expect(requested.filter((request) => request.includes("device.getDeviceChanges"))).toEqual([]);
		expect(await lineState(page, "Live").count()).toBe(1);
	});
});

describe("a screen whose line breaks", () => {
	testInOwnProfile(
		"says so, says since when, and is live again with fresh data",
		async ({ page, context, complaints }) => {
			complaints.allow(brokenLine);
			await signIn(context, "owner");
			const logger = await addLogger(context, "Cut logger");
			await page.clock.install();
			await page.goto("/devices");
			await lineState(page, "Live").waitFor();
			await page.getByRole("rowheader", { name: "Cut logger" }).waitFor();
			await cutBackend();
			await lineState(page, "Reconnecting").waitFor();
			expect(await lineState(page, /Stale/).count()).toBe(0);
			// Skips the waits of the line.
			await page.clock.fastForward(appConstants.live.staleAfterMs);
			await lineState(page, /Stale since \d\d:\d\d [AP]M/).waitFor();
			await switchBackend("mend");
			await send(logger, [{ channel: "Temperature", at: Date.now(), value: 21.5 }]);
			const isLive = async () => {
				if ((await lineState(page, "Live").count()) === 0) await page.clock.fastForward(appConstants.live.retryToMs);
				return lineState(page, "Live").count();
			};
			// A handshake between two attempts takes its time.
			await expect.poll(isLive, { interval: 500 }).toBe(1);
			await page
				.getByRole("row", { name: /Cut logger/ })
				.getByText("21.5 °C")
				.waitFor();
		},
	);
});
