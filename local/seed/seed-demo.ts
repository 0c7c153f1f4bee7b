import type { LocalSeedApi } from "../../shared/local-seed";
import { demoAccount, strangersAccount } from "./demo-accounts";
import { type DemoDevice, demoDevices, toSeedDevice } from "./demo-devices";
import { findDeviceKey, setDeviceKey, setPostedUntil } from "./device-key-rows";
import { dueReadings, heardUntil } from "./due-readings";

export type SeedContext = { sql: SqlStorage; backend: LocalSeedApi; now: number };

/** `readings` counts what this run added; `isNew` says whether it made the demo account. */
export type SeedResult = { accountId: string; devices: number; readings: number; isNew: boolean };

/** Makes the demo accounts, or fills in what they lack since the last run. */
export async function seedDemo(seed: SeedContext): Promise<SeedResult> {
	await seed.backend.ensureAccount(strangersAccount, seed.now);
	const { accountId, isNew } = await seed.backend.ensureAccount(demoAccount, seed.now);
	let readings = 0;
	for (const device of demoDevices) {
		await ensureDeviceKey(seed, accountId, device);
		readings += await postHistory(seed, device);
	}
	return { accountId, devices: demoDevices.length, readings, isNew };
}

async function ensureDeviceKey(
	{ sql, backend, now }: SeedContext,
	accountId: string,
	device: DemoDevice,
): Promise<void> {
	const { key } = await backend.ensureDevice(accountId, toSeedDevice(device), now);
	if (key !== null) setDeviceKey(sql, device.serialNumber, key);
}

async function postHistory({ sql, backend, now }: SeedContext, device: DemoDevice): Promise<number> {
	const known = findDeviceKey(sql, device.serialNumber);
	// The backend shows a key once. Whoever lost it between the two stores has to start afresh.
	if (!known) throw new Error(`The key of ${device.name} is lost. Delete .wrangler/state and start again.`);
	const readings = dueReadings(device, { postedUntil: known.postedUntil, now });
	const newest = readings.at(-1);
	if (!newest) return 0;
	const { accepted, rejected } = await backend.ingest(known.key, readings, heardUntil(device, now));
	if (rejected.length > 0) {
		throw new Error(`${rejected.length} readings of ${device.name} were refused, the first as ${rejected[0]?.reason}`);
	}
	setPostedUntil(sql, device.serialNumber, newest.at);
	return accepted;
}
