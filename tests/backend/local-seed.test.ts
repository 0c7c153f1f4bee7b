import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { CurrentAccount } from "../../shared/account";
import type { DeviceListRow } from "../../shared/device";
import type { GroupListRow } from "../../shared/group";
import type { SeedAccount, SeedDevice } from "../../shared/local-seed";
import type { LogPage } from "../../shared/log";
import { createPerson, dataOf } from "./fixtures/people";

const account = (sub: string): SeedAccount => ({
	seedName: "demo",
	companyName: "Demo Cold Stores",
	timeZone: "America/Denver",
	members: [
		{ sub, email: "owner@aqlcloud.test", name: "Olive Owner", role: "owner" },
		{ sub: `${sub}-viewer`, email: "viewer@aqlcloud.test", name: "Vic Viewer", role: "viewer" },
	],
	groups: [{ name: "Warehouse", description: "North wing" }],
});

const device: SeedDevice = {
	name: "Freezer 1",
	serialNumber: "SN-0001",
	timezoneOffset: -420,
	timeZoneRule: 1,
	groupNames: ["Warehouse"],
	site: "North wing",
	model: "TL-20",
	uploadIntervalSeconds: 60,
	channels: [{ name: "Air", quantity: "temperature", unit: "°C" }],
};

it("fills an account once, and answers it to its members", async () => {
	const owner = await createPerson();
	const now = Date.now();
	const { accountId, isNew } = await exports.LocalSeed.ensureAccount(account(owner.sub), now);
	expect(isNew).toBe(true);
	expect(await exports.LocalSeed.ensureAccount(account(owner.sub), now)).toEqual({ accountId, isNew: false });

	const { deviceId, key } = await exports.LocalSeed.ensureDevice(accountId, device, now);
	expect(await exports.LocalSeed.ensureDevice(accountId, device, now)).toEqual({ deviceId, key: null });
	const readings = [{ channel: "air", at: now - 1000, value: -18.5 }];
	expect(await exports.LocalSeed.ingest(key ?? "", readings, now)).toEqual({
		accepted: 1,
		duplicates: 0,
		rejected: [],
	});

	const current = dataOf<CurrentAccount>(await owner.query("account.getCurrent"));
	expect(current).toMatchObject({ id: accountId, companyName: "Demo Cold Stores", me: { role: "owner" } });
	const viewer = await createPerson({ sub: `${owner.sub}-viewer` });
	const [row] = dataOf<DeviceListRow[]>(await viewer.query("device.getDevices"));
	expect(row).toMatchObject({
		id: deviceId,
		name: "Freezer 1",
		status: "online",
		latest: [{ name: "Air", value: -18.5 }],
	});
	expect(dataOf<GroupListRow[]>(await viewer.query("group.getGroups"))).toMatchObject([
		{ name: "Warehouse", deviceCount: 1 },
	]);
	const page = dataOf<LogPage>(await viewer.query("log.getLogs", { rangeType: "hour", offset: 0 }));
	expect(page).toMatchObject({
		zone: "device:-420:1",
		readings: { readingAt: [now - 1000], value: [-18.5], channel: [0] },
	});
});
