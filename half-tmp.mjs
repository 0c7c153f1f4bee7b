import { chromium } from "playwright-core";
import { chromiumLaunchOptions } from "./tests/e2e/chromium.ts";
const origin = "http://localhost:5391";
const browser = await chromium.launch(chromiumLaunchOptions({ isSeen: true }));
const email = `walk${Date.now()}@aqlcloud.test`;
const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", locale: "de-DE", timezoneId: "Europe/Berlin" });
const page = await context.newPage();
const errors = []; page.on("pageerror", (e) => errors.push(String(e))); page.on("console", (m) => m.type() === "error" && errors.push(m.text().slice(0, 200)));
let n = 0;
const shot = async (name) => { await page.screenshot({ path: `/tmp/walk/half-${String(n++).padStart(2, "0")}-${name}.png` }); console.log(name, page.url().replace(origin, "")); };
const dump = async () => console.log((await page.locator("main").innerText().catch(() => "")).slice(0, 900).replaceAll("\n", " | "));
try {
await page.goto("/signup"); await page.waitForTimeout(2500); await shot("signup"); await dump();
const inputs = await page.locator("input").evaluateAll((l) => l.map((e) => [e.name, e.type, e.labels?.[0]?.textContent]));
console.log(inputs);
await page.locator("form button[type=submit]").click(); await page.waitForTimeout(800); await shot("signup-empty"); await dump();
const fill = async (sel, v) => { const l = page.locator(sel); if (await l.count()) await l.first().fill(v); };
await fill("input[autocomplete=name]", "Jürgen Müller"); await fill("input[type=email]", "not an address"); await fill("input[type=password]", "short");
await page.locator("form button[type=submit]").click(); await page.waitForTimeout(800); await shot("signup-wrong"); await dump();
await fill("input[type=email]", email); for (const i of await page.locator("input[type=password]").all()) await i.fill("Local-demo-1");
await page.locator("form button[type=submit]").click(); await page.waitForTimeout(3000); await shot("after-signup"); await dump();
const mail = await (await context.request.get(`/__local/mailbox?to=${encodeURIComponent(email)}`, { headers: { accept: "application/json" } })).json();
console.log(JSON.stringify(mail.messages?.[0]).slice(0, 600));
const code = mail.messages?.[0]?.code;
await page.locator("input").first().fill("000000").catch(() => {}); await page.locator("form button[type=submit]").first().click(); await page.waitForTimeout(1500); await shot("wrong-code"); await dump();
await page.locator("input[autocomplete=one-time-code], input[inputmode=numeric]").first().fill(code); await page.waitForTimeout(500);
if (page.url().includes("confirm")) await page.locator("form button[type=submit]").first().click().catch(() => {});
await page.waitForTimeout(4000); await shot("confirmed"); await dump();
if (page.url().includes("login")) { await fill("input[type=email]", email); await fill("input[type=password]", "Local-demo-1"); await page.locator("form button[type=submit]").first().click(); await page.waitForTimeout(4000); await shot("logged-in"); await dump(); }
await page.waitForTimeout(2000); await shot("next"); await dump();
if (page.url().includes("create-account")) { await page.locator("form button[type=submit]").first().click(); await page.waitForTimeout(600); await shot("create-empty"); await page.locator("form input[type=text], form input:not([type])").first().fill("Müller Kühlkost GmbH"); await page.locator("form button[type=submit]").first().click(); await page.waitForTimeout(6000); await shot("created"); await dump(); }
await context.storageState({ path: "/tmp/walk/half-state.json" });
} catch (e) { console.log("FAILED", String(e).slice(0, 400)); await shot("failed"); await dump(); }
console.log("errors", errors);
await browser.close();
