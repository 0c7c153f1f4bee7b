import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type BrandImage, type BrandState, neutralBrand } from "../../../shared/account/brand";
import { base64Of, pngFile } from "../../png-file";
import { overlay, violations } from "../accessibility";
import { call } from "../device-fleet";
import { mailTo } from "../identity/mailbox";
import { product } from "../this-product";
import { signIn, test, testAsOwner } from "../visitor";

const look = {
	...neutralBrand,
	productName: "Northwind Watch",
	primary: "#7a1fa2",
	termsUrl: "https://northwind.test",
};
const ownHost = product.origin.replace("localhost", "northwind.localhost");
const hash = (color: string) =>
	`rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(", ")})`;

async function publish(context: BrowserContext): Promise<BrandImage> {
	const image = base64Of(await pngFile({ width: 260, height: 52 }));
	const logoLight = await call<BrandImage>(context, "account.keepBrandImage", { image });
	const { version } = await call<BrandState>(context, "account.getBrand", null, true);
	const draft = { ...look, logoLight, version };
	const saved = await call<BrandState>(context, "account.saveBrandDraft", draft);
	await call(context, "account.publishBrand", { version: saved.version });
	return logoLight;
}

type Frame = { brand: string; product: string; logo: string };

/** Records each frame from a page's first on, and how far anything moved by itself. */
async function watchFrames(page: Page): Promise<() => Promise<{ frames: Frame[]; shift: number }>> {
	await page.addInitScript(() => {
		const frames: Frame[] = [];
		const seen = { frames, shift: 0 };
		Reflect.set(globalThis, "seen", seen);
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, "value"));
		}).observe({ type: "layout-shift", buffered: true });
		const look = () => {
			const mark = document.querySelector("header svg")?.parentElement;
			frames.push({
				brand: getComputedStyle(document.documentElement).getPropertyValue("--brand-fill"),
				product: document.title.split(" · ").at(-1) ?? "",
				logo: mark ? `${mark.clientWidth} ${getComputedStyle(mark).backgroundImage}` : "",
			});
			requestAnimationFrame(look);
		};
		const begin = () => (document.body ? look() : requestAnimationFrame(begin));
		begin();
	});
	return () => page.evaluate(() => Reflect.get(globalThis, "seen"));
}

function states(frames: Frame[], name: keyof Frame): string[] {
	return frames.map((frame) => frame[name]).filter((each, index, all) => each !== "" && each !== all[index - 1]);
}

describe("an owner", () => {
	testAsOwner("gives the console a look, mends what fails, and goes back", async ({ page, complaints }) => {
		complaints.allow(/400/);
		await page.goto("/accounts/customize/");
		await page.getByLabel("Product name").fill("Northwind Watch");
		await page.getByLabel("Primary color", { exact: true }).fill("#ffffff");
		const file = page.getByLabel("File of the logo", { exact: true });
		const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
		await file.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: svg });
		await page.getByText("SVG files can contain scripts").waitFor();
		const claims = { width: 50_000, height: 4 };
		const wide = Buffer.from(await pngFile({ width: 4, height: 4, claims }));
		await file.setInputFiles({ name: "wide.png", mimeType: "image/png", buffer: wide });
		await page.getByText("says it is 50,000 × 4 pixels").waitFor();
		const logo = Buffer.from(await pngFile({ width: 2_600, height: 520 }));
		await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
		await page.getByRole("button", { name: "Remove logo", exact: true }).waitFor();
		await page.getByRole("button", { name: "Save draft" }).click();
		await page.getByText("This color cannot be told from a white page.").waitFor();
		expect(await page.getByLabel("Product name").inputValue()).toBe("Northwind Watch");
		await page.getByLabel("Primary color", { exact: true }).fill("7A1FA2");
		await page.getByText(/White text on it: 8\.\d : 1\./).waitFor();
		await page.getByRole("img", { name: "The console in dark: Northwind Watch" }).waitFor();
		await page.getByRole("button", { name: "Save draft" }).click();
		await page.getByText("No one else sees it yet.").waitFor();
		expect(await page.title()).toBe("Customize · AQLCloud");
		await page.getByRole("button", { name: "See an invitation" }).click();
		const mail = page.getByRole("dialog", { name: "An invitation" });
		const heading = page.frameLocator("iframe").getByRole("heading", { level: 1 });
		await heading.waitFor();
		await page.frameLocator("iframe").getByAltText("Northwind Watch").waitFor();
		await mail.getByRole("button", { name: "Close" }).last().click();
		const download = page.waitForEvent("download");
		await page.getByRole("button", { name: "Download a sample report" }).click();
		expect((await download).suggestedFilename()).toBe("Sample report.pdf");
		await page.getByRole("button", { name: "Publish" }).click();
		const question = page.getByRole("dialog", { name: "Publish this look?" });
		expect(await violations(page, overlay)).toEqual([]);
		await question.getByRole("button", { name: "Publish" }).click();
		await expect.poll(() => page.title()).toBe("Customize · Northwind Watch");
		const fill = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--brand-fill"));
		expect(await fill()).toBe("#7a1fa2");
		expect(await violations(page)).toEqual([]);
		await page.getByLabel("Product name").fill("Northwind Cold");
		await page.getByRole("button", { name: "Save draft" }).click();
		await page.getByRole("button", { name: "Publish" }).click();
		await question.getByRole("button", { name: "Publish" }).click();
		await expect.poll(() => page.title()).toBe("Customize · Northwind Cold");
		await page.getByRole("button", { name: "Go back to Northwind Watch" }).click();
		await page.getByRole("button", { name: "Go back", exact: true }).click();
		await expect.poll(() => page.title()).toBe("Customize · Northwind Watch");
		expect(await page.getByLabel("Product name").inputValue()).toBe("Northwind Watch");
	});
});

describe("a brand that is published", () => {
	testAsOwner("shows from the first frame on, moves nothing, and reaches mails", async ({ page }) => {
		const context = page.context();
		const logo = await publish(context);
		await page.goto("/dashboard");
		await expect.poll(() => page.title()).toBe("Dashboard · Northwind Watch");
		const seen = await watchFrames(page);
		await page.goto("/devices");
		await page.getByRole("heading", { level: 1 }).waitFor();
		const { frames, shift } = await seen();
		expect(states(frames, "brand")).toEqual(["#7a1fa2"]);
		expect(states(frames, "product")).toEqual(["Northwind Watch"]);
		expect(states(frames, "logo")).toEqual([expect.stringMatching(`^130 url\\(.*${logo.hash}`)]);
		expect(shift).toBeLessThan(0.01);

		const email = `brand-${crypto.randomUUID().slice(0, 8)}@example.test`;
		await call(context, "account.inviteUser", { email, role: "viewer", scope: "all", note: "" });
		await expect.poll(async () => (await mailTo(email)).length).toBe(1);
		const [mail] = await mailTo(email);
		expect(mail?.text).toContain("Sent by Northwind Watch for");
		expect(mail?.text).toContain("Terms: https://northwind.test");
	});

	test("shows on sign-in of its own hostname, and of no other", async ({ page, browser }) => {
		const owner = await browser.newContext({ baseURL: product.origin });
		await signIn(owner, "owner");
		await publish(owner);
		await owner.close();
		const seen = await watchFrames(page);
		// A published brand reaches its hostname within a minute; a hostname without requests yet, at once.
		await expect
			.poll(
				async () => {
					await page.goto(`${ownHost}/login`);
					return page.title();
				},
				{ timeout: 90_000, interval: 2_000 },
			)
			.toBe("Sign in · Northwind Watch");
		await page.getByRole("link", { name: "Terms" }).waitFor();
		const submit = page.getByRole("button", { name: "Sign in" });
		expect(await submit.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(hash(look.primary));
		const { frames, shift } = await seen();
		expect(states(frames, "brand")).toEqual([look.primary]);
		expect(states(frames, "product")).toEqual(["Northwind Watch"]);
		expect(shift).toBeLessThan(0.01);
		expect(await violations(page)).toEqual([]);
		await page.goto(`${product.origin}/login`);
		await expect.poll(() => page.title()).toBe("Sign in · AQLCloud");
	});
});
