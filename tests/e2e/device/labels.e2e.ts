import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { encode } from "uqr";
import { describe, expect } from "vitest";
import { chromiumLaunchOptions } from "../chromium";
import { call, makeDevices, selectAll } from "../device-fleet";
import { product } from "../this-product";
import { signIn, test } from "../visitor";
import { newProfile } from "../warm-browser";

const sides = { width: 640, height: 480 };

/** A film of one picture, as a camera that looks at the code. */
function filmOf(text: string): Buffer {
	const { data, size } = encode(text, { border: 6 });
	const scale = Math.floor(sides.height / size);
	const luma = Buffer.alloc(sides.width * sides.height, 235);
	for (const [y, row] of data.entries()) {
		for (const [x, isDark] of row.entries()) {
			if (!isDark) continue;
			for (let line = y * scale; line < (y + 1) * scale; line += 1) {
				luma.fill(16, line * sides.width + x * scale, line * sides.width + (x + 1) * scale);
			}
		}
	}
	const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, Buffer.alloc((sides.width * sides.height) / 2, 128)]);
	const head = Buffer.from(`YUV4MPEG2 W${sides.width} H${sides.height} F30:1 Ip A1:1 C420jpeg\n`);
	return Buffer.concat([head, frame, frame]);
}

describe("labels of devices", () => {
	test("prints labels that lead back to a renamed device through the camera, which only a press opens", async ({
		context,
	}) => {
		await signIn(context, "owner");
		const [deviceId = ""] = await makeDevices(context, "Label probe", 1);
		const { version } = await call<{ version: number }>(context, "device.getDevice", { deviceId }, true);
		await call(context, "device.updateDevice", { deviceId, version, name: "Label probe renamed" });

		const folder = mkdtempSync(join(tmpdir(), "film-"));
		const film = join(folder, "label.y4m");
		writeFileSync(film, filmOf(`${product.origin}/d/${deviceId}`));
		const { args = [], ...options } = chromiumLaunchOptions({ isSeen: true });
		const camera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];
		const browser = await chromium.launch({
			...options,
			args: [...args, ...camera, `--use-file-for-fake-video-capture=${film}`],
		});
		try {
			const profile = await newProfile(browser);
			await signIn(profile, "owner");
			const page = await profile.newPage();
			await page.addInitScript(() => {
				const { mediaDevices } = navigator;
				const open = mediaDevices.getUserMedia.bind(mediaDevices);
				mediaDevices.getUserMedia = (wanted) => {
					document.documentElement.dataset.opened = "camera";
					return open(wanted);
				};
				window.print = () => {
					document.documentElement.dataset.printed = "yes";
				};
			});
			await page.goto("/devices?q=Label+probe");
			await page.getByRole("rowheader", { name: "Label probe renamed", exact: true }).waitFor();
			await selectAll(page);
			const bar = page.getByRole("region", { name: "Selected devices" });
			await bar.getByRole("button", { name: "More" }).click();
			await page.getByRole("menuitem", { name: "Print 1 label" }).click();
			const dialog = page.getByRole("dialog", { name: "Print 1 label" });
			await dialog.getByText("Label probe renamed").waitFor();
			await dialog.getByRole("button", { name: "Print", exact: true }).click();
			const html = page.locator("html");
			await expect.poll(() => html.getAttribute("data-printed")).toBe("yes");
			await page.emulateMedia({ media: "print" });
			expect(await page.getByRole("main").isVisible()).toBe(false);
			expect(await page.locator("body > [data-labels] svg").count()).toBe(1);
			expect(await page.locator("body > [data-labels]").isVisible()).toBe(true);
			await page.emulateMedia({ media: "screen" });
			await page.keyboard.press("Escape");
			await dialog.waitFor({ state: "detached" });

			expect(await html.getAttribute("data-opened")).toBeNull();
			await page.getByRole("button", { name: "More actions" }).first().click();
			await page.getByRole("menuitem", { name: /Scan a label/ }).click();
			await page.waitForURL((url) => url.pathname === `/devices/${deviceId}`);
			await page.getByRole("heading", { level: 1, name: "Label probe renamed" }).waitFor();

			await page.goto(`/d/${deviceId.slice(0, -4)}zzzz`);
			await page.getByRole("heading", { level: 1, name: "Page Not Found" }).waitFor();
		} finally {
			await browser.close();
			rmSync(folder, { recursive: true });
		}
	});
});
