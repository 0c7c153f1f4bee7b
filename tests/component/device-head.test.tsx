import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DeviceHead } from "../../client/features/device-page/device-head";
import { mayAll, sampleDevice } from "./sample-device";
import { show } from "./show";

test.for([
	"x".repeat(64),
	"غرفة التبريد رقم ١ في المستودع الشمالي",
	"🧊 冷蔵室 👩🏽‍🔬 é́ Ünïcode",
	"<img src=x onerror=alert(1)>",
])("A device may be called %s: shown as it is, and no wider than a phone", async (name) => {
	await page.viewport(360, 740);
	try {
		const device = sampleDevice({ name, serialNumber: "S".repeat(64), lacks: ["rule", "contact"] });
		const screen = await show(<DeviceHead device={device} rights={mayAll} archiveDenial={null} onAction={() => {}} />);
		await expect.element(screen.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
	} finally {
		await page.viewport(1280, 800);
	}
});
