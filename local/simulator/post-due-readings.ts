import { IngestResult } from "../../shared/ingest";
import { type DemoDevice, demoDevices } from "../seed/demo-devices";
import { findDeviceKey, setPostedUntil } from "../seed/device-key-rows";
import { dueReadings } from "../seed/due-readings";

export const simulatorTickMs = 30_000;

type Simulator = { sql: SqlStorage; backend: Fetcher; now: number };

/** Every device that still reports posts what it has, through the door real devices use. */
export async function postDueReadings(simulator: Simulator): Promise<void> {
	for (const device of demoDevices) {
		if (device.stoppedMinutesAgo !== null) continue;
		try {
			await postDue(simulator, device);
		} catch (error) {
			// The readings stay due, so the next tick tries them again.
			console.warn(`${device.name} could not post`, error);
		}
	}
}

async function postDue({ sql, backend, now }: Simulator, device: DemoDevice): Promise<void> {
	const known = findDeviceKey(sql, device.serialNumber);
	if (!known) return;
	const readings = dueReadings(device, { postedUntil: known.postedUntil, now });
	const newest = readings.at(-1);
	if (!newest) return;
	const response = await backend.fetch("https://backend/api/ingest/v1/readings", {
		method: "POST",
		headers: { authorization: `Bearer ${known.key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings }),
	});
	if (!response.ok) throw new Error(`The ingest door answered ${response.status}: ${await response.text()}`);
	const { rejected } = IngestResult.parse(await response.json());
	if (rejected.length > 0) console.warn(`${device.name} had readings refused`, rejected);
	setPostedUntil(sql, device.serialNumber, newest.at);
}
