import type { Page } from "playwright-core";
import type { DeviceListRow } from "../../shared/device";
import type { CreateGroup, Group, GroupListRow } from "../../shared/group";
import { product } from "./this-product";

/** Asks the backend as the page does, for what a test needs to stand before it begins. */
export async function call<Answer>(page: Page, procedure: string, input: unknown): Promise<Answer> {
	const response = await page.context().request.post(`/api/proxy/${procedure}`, {
		headers: { origin: product.origin, "x-requested-by": "aqlcloud" },
		data: { json: input },
	});
	if (!response.ok()) throw new Error(`${procedure} answered ${response.status()}: ${await response.text()}`);
	return (await response.json()).result.data.json;
}

export async function ask<Answer>(page: Page, procedure: string, input: unknown = {}): Promise<Answer> {
	const query = encodeURIComponent(JSON.stringify({ json: input }));
	const response = await page.context().request.get(`/api/proxy/${procedure}?input=${query}`);
	return (await response.json()).result.data.json;
}

export async function deviceIds(page: Page, ...names: string[]): Promise<string[]> {
	const devices = await ask<DeviceListRow[]>(page, "device.getDevices");
	return names.map((name) => {
		const device = devices.find((candidate) => candidate.name === name);
		if (!device) throw new Error(`The demo has no device ${name}`);
		return device.id;
	});
}

/** A group of chosen devices, by their names. */
export async function makeGroup(
	page: Page,
	name: string,
	devices: string[],
	change: Partial<CreateGroup> = {},
): Promise<Group> {
	const members = { kind: "static", deviceIds: await deviceIds(page, ...devices) };
	const input = { name, description: "", colour: null, members, defaults: {}, ...change };
	return call(page, "group.createGroup", input);
}

/** Other tests count the demo's groups, so those of this one go. */
export async function removeGroups(page: Page, ...names: string[]): Promise<void> {
	const groups = await ask<GroupListRow[]>(page, "group.getGroups");
	const ids = groups.filter(({ name }) => names.includes(name)).map(({ id }) => id);
	if (ids.length > 0) await call(page, "group.deleteGroups", { ids });
}

export const willHold = (page: Page) => page.getByRole("region", { name: "Will hold", exact: true });
export const picker = (page: Page) => page.getByRole("list", { name: "Devices to choose from" });
export const groupRow = (page: Page, name: string) =>
	page.getByRole("table", { name: "Groups" }).getByRole("row").filter({ hasText: name });

export async function openRowMenu(page: Page, name: string): Promise<void> {
	await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
}
