import type { Page } from "playwright-core";
import type { DeviceListRow } from "../../shared/device/device";
import type { CreateGroup, Group, GroupListRow } from "../../shared/device/group";
import { call } from "./device-fleet";
import { product } from "./this-product";
import { test as base, signIn } from "./visitor";

type Groups = Pick<GroupListRow, "id" | "name">[];

async function callAsOwner<Answer>(path: string, body?: object): Promise<Answer> {
	const cookie = product.sessions.owner.map(({ name, value }) => `${name}=${value}`).join("; ");
	const response = await fetch(`${product.origin}/api/proxy/${path}`, {
		method: body ? "POST" : "GET",
		headers: { cookie, origin: product.origin, "x-requested-by": "aqlcloud", "content-type": "application/json" },
		...(body && { body: JSON.stringify({ json: body }) }),
	});
	if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
	return ((await response.json()) as { result: { data: { json: Answer } } }).result.data.json;
}

const allGroups = () => callAsOwner<Groups>("group.getGroups?input=%7B%7D");

export const test = base.extend("groupsBefore", { auto: true }, async ({ page }, { onCleanup }): Promise<Groups> => {
	const before = await allGroups();
	onCleanup(async () => {
		// An open page would reload a deleted group, and complain.
		await page.close();
		const known = new Set(before.map(({ id }) => id));
		const ids = (await allGroups()).map(({ id }) => id).filter((id) => !known.has(id));
		if (ids.length > 0) await callAsOwner("group.deleteGroups", { ids });
	});
	return before;
});

export const testAsOwner = test.extend("session", { auto: true }, ({ context }) => signIn(context, "owner"));

export function ask<Answer>(page: Page, procedure: string, input: unknown = {}): Promise<Answer> {
	return call(page.context(), procedure, input, true);
}

async function deviceIds(page: Page, ...names: string[]): Promise<string[]> {
	const devices = await ask<DeviceListRow[]>(page, "device.getDevices");
	return names.map((name) => {
		const device = devices.find((candidate) => candidate.name === name);
		if (!device) throw new Error(`The demo has no device ${name}`);
		return device.id;
	});
}

export async function makeGroup(
	page: Page,
	name: string,
	devices: string[],
	change: Partial<CreateGroup> = {},
): Promise<Group> {
	const members = { kind: "static", deviceIds: await deviceIds(page, ...devices) };
	const input = { name, description: "", colour: null, members, defaults: {}, ...change };
	return call(page.context(), "group.createGroup", input);
}

export const willHold = (page: Page) => page.getByRole("region", { name: "Preview", exact: true });
export const picker = (page: Page) => page.getByRole("list", { name: "Devices to choose from" });
export const groupRow = (page: Page, name: string) =>
	page.getByRole("table", { name: "Groups" }).getByRole("row").filter({ hasText: name });

export async function openRowMenu(page: Page, name: string): Promise<void> {
	await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
}
