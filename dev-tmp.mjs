import { chromium } from "playwright-core";
import { readdirSync } from "node:fs";
import { chromiumLaunchOptions } from "./tests/e2e/chromium.ts";
const origin = "http://localhost:5391";
const browser = await chromium.launch(chromiumLaunchOptions({ isSeen: true }));
const context = await browser.newContext({ baseURL: origin, storageState: "/tmp/walk/half-state.json", viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", locale: "de-DE", timezoneId: "Europe/Berlin" });
const page = await context.newPage(); page.setDefaultTimeout(15000);
page.on("pageerror", (e) => console.log("PAGEERROR", String(e)));
let n = 0;
const shot = async (name) => page.screenshot({ path: `/tmp/walk/dev-${String(n++).padStart(2, "0")}-${name}.png` });
const text = async (sel, most = 700) => console.log(">>", (await page.locator(sel).last().innerText().catch((e) => "none " + e)).slice(0, most).replaceAll("\n", " | "));
const step = async (name, f) => { try { console.log("==", name); await f(); await shot(name); } catch (e) { console.log("FAILED", name, String(e).slice(0, 300)); await shot("failed-" + name); } };
await step("devices", async () => { await page.goto("/devices"); await page.waitForTimeout(3000); await text("main"); });
if (process.argv[3]) await step("add", async () => { await page.getByRole("button", { name: "Gerät hinzufügen" }).or(page.getByRole("link", { name: "Gerät hinzufügen" })).first().click(); await page.waitForTimeout(1500); await text("[role=dialog]", 1500); });
if (process.argv[3]) await step("add-empty", async () => { await page.locator("[role=dialog] button[type=submit]").last().click(); await page.waitForTimeout(800); await text("[role=dialog]", 1500); });
if (process.argv[3]) await step("add-name", async () => { await page.locator("[role=dialog]").getByLabel("Name").first().fill("Kühlraum Ä 1"); await shot("name"); await page.locator("[role=dialog] button[type=submit]").last().click(); await page.waitForTimeout(2500); console.log(page.url()); await text("[role=dialog]", 1500); });
await step("close", async () => { await page.keyboard.press("Escape"); await page.waitForTimeout(1000); await page.goto("/devices"); await page.waitForTimeout(2500); await text("main"); });
const href = await page.locator("main a[href*='/devices/dev_']").first().getAttribute("href").catch(() => null); console.log(href);
for (const file of (process.argv[2]?.split(",") ?? readdirSync("/tmp/walk/files"))) await step(file, async () => {
  await page.goto("/log/?range=month"); await page.waitForTimeout(2500);
  const menu = page.getByRole("button", { name: "Weitere Aktionen" }).first();
  if (await menu.count()) { await menu.click(); await page.waitForTimeout(400); }
  await page.getByRole("menuitem", { name: /importieren/i }).or(page.getByRole("button", { name: /importieren/i })).first().click();
  await page.waitForTimeout(1500);
  await page.locator("input[type=file]").first().setInputFiles(`/tmp/walk/files/${file}`);
  await page.waitForTimeout(file.startsWith("big") ? 20000 : 4500);
  await text("[role=dialog]", 1600);
});
await browser.close();
