import type { Page, Route } from "playwright-core";
import type { DeviceListRow } from "../../shared/device/device";
import type { DeviceChanges } from "../../shared/device/device-changes";

type Answer = { result?: { data: { json: DeviceChanges } }; error?: unknown };

/** Multiplies the seeded fleet in the page's responses, each device with its own name and serial number. */
export async function giveManyDevices(page: Page, count: number): Promise<void> {
	await page.route("**/api/proxy/**", (route) => answerWithMany(route, count));
}

async function answerWithMany(route: Route, count: number): Promise<void> {
	const names = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
	const place = names.indexOf("device.getDeviceChanges");
	if (place < 0) return route.continue();
	const response = await route.fetch();
	const answers: Answer[] = await response.json();
	const data = answers[place]?.result?.data;
	if (!data) throw new Error(`No devices: ${JSON.stringify(answers[place]?.error)}`);
	// A repeated request finds no change.
	if (data.json.isWhole) data.json.rows = manyOf(data.json.rows, count);
	else data.json.rows = [];
	return route.fulfill({ response, json: answers });
}

function manyOf(devices: DeviceListRow[], count: number): DeviceListRow[] {
	return Array.from({ length: count }, (_, index) => {
		const device = devices[index % devices.length];
		if (!device) throw new Error("The fleet has no devices.");
		const number = String(index).padStart(5, "0");
		return {
			...device,
			id: `${device.id.slice(0, -5)}${number}`,
			name: `${device.name} ${index}`,
			serialNumber: `AQ-9${number}`,
		};
	});
}
