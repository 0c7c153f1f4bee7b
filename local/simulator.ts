import { IngestResult } from "../shared/ingest/ingest";
import type { DemoDevice } from "./seed/demo-device";
import { demoDevices } from "./seed/demo-devices";
import { type DueReadings, dueReadings } from "./seed/due-readings";
import { findDeviceKey, findStoryStart, setPostedUntil } from "./seed/seed-rows";

export const simulatorTickMs = 15_000;
const switchKey = "isSimulating";

export async function switchSimulator(storage: DurableObjectStorage, isOn: boolean, now: number): Promise<void> {
	storage.kv.put(switchKey, isOn);
	if (isOn) await storage.setAlarm(now + simulatorTickMs);
	else await storage.deleteAlarm();
}

export function isSimulating(storage: DurableObjectStorage): boolean {
	return storage.kv.get(switchKey) === true;
}

type Simulator = { sql: SqlStorage; backend: Fetcher; now: number };

/** Posts through the endpoint that real devices use. */
export async function postDueReadings(simulator: Simulator): Promise<void> {
	for (const device of demoDevices) {
		if (device.reported !== "on time") continue;
		try {
			await postDue(simulator, device);
		} catch (error) {
			console.warn(`${device.name} could not post`, error);
		}
	}
}

async function postDue({ sql, backend, now }: Simulator, device: DemoDevice): Promise<void> {
	const known = findDeviceKey(sql, device.serialNumber);
	const storyStart = findStoryStart(sql);
	if (!known || storyStart === null) return;
	const due = dueReadings(device, { postedUntil: known.postedUntil, now, storyStart });
	const newestAt = due?.at.at(-1);
	if (!due || newestAt === undefined) return;
	const response = await backend.fetch("https://backend/api/ingest/v1/readings", {
		method: "POST",
		headers: { authorization: `Bearer ${known.key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings: toEntries(due) }),
	});
	if (!response.ok) throw new Error(`The ingest endpoint answered ${response.status}: ${await response.text()}`);
	const { rejected } = IngestResult.parse(await response.json());
	if (rejected.length > 0) console.warn(`${device.name} had readings refused`, rejected);
	setPostedUntil(sql, device.serialNumber, newestAt);
}

function toEntries({ channels, at, values }: DueReadings) {
	return at.flatMap((time, row) =>
		channels.map((channel, column) => ({ channel, at: time, value: values[column]?.[row] })),
	);
}
