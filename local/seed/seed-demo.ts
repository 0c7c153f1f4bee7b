import { dayMs } from "../../shared/base/durations";
import type { LocalSeedApi } from "../../shared/local-seed";
import { demoAccount, demoInvitations, strangersAccount } from "./demo-accounts";
import { type DemoDevice, toSeedDevice } from "./demo-device";
import { demoDevices } from "./demo-devices";
import { dueUploads, uploadSlots } from "./due-readings";
import { demoRecords } from "./records/demo-records";
import { ensureStoryStart, findDeviceKey, setDeviceKey, setPostedUntil } from "./seed-rows";

const accountAgeMs = 400 * dayMs;
const boxedAgeMs = 2 * dayMs;

type SeedContext = { sql: SqlStorage; backend: LocalSeedApi; now: number };

type Story = SeedContext & { storyStart: number };

export type SeedResult = { accountId: string; devices: number; readings: number; isNew: boolean };

export async function seedDemo(seed: SeedContext): Promise<SeedResult> {
	const { sql, backend, now } = seed;
	const storyStart = ensureStoryStart(sql, now);
	await backend.ensureAccount(strangersAccount, storyStart - accountAgeMs);
	const { accountId, isNew } = await backend.ensureAccount(demoAccount, storyStart - accountAgeMs);
	for (const invitation of demoInvitations) await backend.ensureInvitation(accountId, invitation, now);
	let readings = 0;
	for (const [index, device] of demoDevices.entries()) {
		// A second apart, because devices are listed in order of creation.
		const age = device.reported === "never" ? boxedAgeMs : accountAgeMs;
		const { key } = await backend.ensureDevice(accountId, toSeedDevice(device), storyStart - age + index * 1000);
		if (key !== null) setDeviceKey(sql, device.serialNumber, key);
		readings += await postHistory({ ...seed, storyStart }, device);
	}
	await backend.ensureRecords(accountId, demoRecords(storyStart, now), now);
	return { accountId, devices: demoDevices.length, readings, isNew };
}

async function postHistory({ sql, backend, now, storyStart }: Story, device: DemoDevice): Promise<number> {
	const known = findDeviceKey(sql, device.serialNumber);
	if (!known) throw new Error(`The key of ${device.name} is lost. Delete .wrangler/state and start again.`);
	const uploads = dueUploads(device, { postedUntil: known.postedUntil, now, storyStart });
	const newestAt = uploads.at(-1)?.at.at(-1);
	if (newestAt === undefined) return 0;
	const results = await backend.ingest(known.key, uploadSlots(device), uploads);
	if (results === null) return 0;
	const rejected = results.flatMap((result) => result.rejected);
	if (rejected.length > 0) {
		throw new Error(`${rejected.length} readings of ${device.name} were refused, the first as ${rejected[0]?.reason}`);
	}
	setPostedUntil(sql, device.serialNumber, newestAt);
	return results.reduce((sum, { accepted }) => sum + accepted, 0);
}
