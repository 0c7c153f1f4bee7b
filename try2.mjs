import { chromium } from "playwright-core";
import { chromiumLaunchOptions } from "./tests/e2e/chromium.ts";
const origin = "http://localhost:4817";
const browser = await chromium.launch(chromiumLaunchOptions({ isSeen: true }));
const context = await browser.newContext({ storageState: "/tmp/places-state.json", viewport: { width: 360, height: 740 } });
const page = await context.newPage();
page.on("pageerror", (e) => console.log("PAGEERROR", e.message));
await page.goto(origin + "/groups/");
await page.getByRole("heading", { level: 1 }).waitFor();
const made = await page.evaluate(async () => {
	const call = async (path, input, get) => {
		const url = `/api/proxy/${path}` + (get ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : "");
		const r = await fetch(url, get ? {} : { method: "POST", headers: { "content-type": "application/json", "x-requested-by": "aqlcloud" }, body: JSON.stringify({ json: input }) });
		const body = await r.json();
		if (!body.result) throw new Error(path + JSON.stringify(body).slice(0, 600));
		return body.result.data.json;
	};
	const groups = await call("group.getGroups", {}, true);
	let group, plan;
	for (const g of groups) { const plans = await call("group.getFloorPlans", { groupId: g.id }, true); if (plans[0]) { group = g; plan = plans[0]; } }
	if (plan.devices.length < 200) {
		const count = 200 - plan.devices.length;
		const devices = Array.from({ length: count }, (_, i) => ({ name: `Sensor ${i + 1}`, timezoneOffset: 0, groupIds: [group.id], timeZoneRule: 0, channels: [{ name: "Air", quantity: "temperature", unit: "°C", decimals: 1 }] }));
		try { await call("device.createDevices", { devices }); } catch (e) { console.log(String(e)); throw e; }
		const all = await call("device.getDevices", {}, true);
		const on = new Set(plan.devices.map((d) => d.deviceId));
		let i = 0;
		for (const d of all) if (d.groupIds.includes(group.id) && !on.has(d.id)) { await call("group.placeDevice", { planId: plan.id, deviceId: d.id, position: { x: 1500 + (i % 20) * 3200, y: 2000 + Math.floor(i / 20) * 6000 } }); i += 1; }
	}
	return { groupId: group.id, planId: plan.id };
});
await page.goto(`${origin}/groups/${made.groupId}?view=plans&plan=${made.planId}`);
await page.locator("[data-device]").first().waitFor();
console.log("dots", await page.locator("[data-device]").count());
const cdp = await context.newCDPSession(page);
await page.locator("[data-device][tabindex='0']").focus();
await page.waitForTimeout(1000);
for (let i = 0; i < 20; i++) { await page.keyboard.press("ArrowRight"); await page.waitForTimeout(50); }
// CPU work of one key press: thread time of the main thread
await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
const metric = async () => Object.fromEntries((await cdp.send("Performance.getMetrics")).metrics.map((m) => [m.name, m.value]));
const rows = [];
for (let i = 0; i < 60; i++) {
	const a = await metric();
	await page.keyboard.press(i % 40 < 39 ? "ArrowRight" : "Home");
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
	const b = await metric();
	rows.push({ task: (b.TaskDuration - a.TaskDuration) * 1000, script: (b.ScriptDuration - a.ScriptDuration) * 1000, layout: (b.LayoutDuration - a.LayoutDuration) * 1000, style: (b.RecalcStyleDuration - a.RecalcStyleDuration) * 1000, layouts: b.LayoutCount - a.LayoutCount, styles: b.RecalcStyleCount - a.RecalcStyleCount });
}
const med = (k) => rows.map((r) => r[k]).sort((x, y) => x - y)[Math.floor(rows.length / 2)].toFixed(2);
const p95 = (k) => rows.map((r) => r[k]).sort((x, y) => x - y)[Math.floor(rows.length * .95)].toFixed(2);
for (const k of Object.keys(rows[0])) console.log(k, "median", med(k), "p95", p95(k));
if (process.argv[2] === "profile") {
	await cdp.send("Profiler.enable"); await cdp.send("Profiler.setSamplingInterval", { interval: 100 }); await cdp.send("Profiler.start");
	for (let i = 0; i < 60; i++) { await page.keyboard.press(i % 40 < 39 ? "ArrowRight" : "Home"); await page.waitForTimeout(40); }
	const { profile } = await cdp.send("Profiler.stop");
	const self = new Map(); const dt = profile.timeDeltas; const byId = new Map(profile.nodes.map((n) => [n.id, n]));
	profile.samples.forEach((id, i) => { const n = byId.get(id).callFrame; const key = `${n.functionName || "(anon)"} ${n.url.split("/").pop()}:${n.lineNumber}:${n.columnNumber}`; self.set(key, (self.get(key) ?? 0) + dt[i] / 1000); });
	const parent = new Map(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id);
	const stacks = new Map();
	profile.samples.forEach((id, i) => { const n = byId.get(id).callFrame; if (!["setAttribute","ke","focus"].includes(n.functionName)) return; let s = []; for (let p = id; p && s.length < 9; p = parent.get(p)) { const c = byId.get(p).callFrame; s.push(c.functionName + ":" + c.lineNumber + ":" + c.columnNumber); } const key = s.join(" < "); stacks.set(key, (stacks.get(key) ?? 0) + dt[i] / 1000); });
	for (const [k, v] of [...stacks].sort((a, b) => b[1] - a[1]).slice(0, 6)) console.log((v / 60).toFixed(3), k);
	for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 30)) console.log((v / 60).toFixed(3), k);
}
await page.screenshot({ path: "/tmp/shot-200.png" });
await browser.close();
