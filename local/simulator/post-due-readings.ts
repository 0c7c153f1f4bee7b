import { IngestResult } from "../../shared/ingest";
import type { DemoDevice } from "../seed/demo-device";
import { demoDevices } from "../seed/demo-devices";
import { findDeviceKey, setPostedUntil } from "../seed/device-key-rows";
import { type DueReadings, dueReadings } from "../seed/due-readings";
import { findStoryStart } from "../seed/story-row";

export const simulatorTickMs = 15_000;

type Simulator = { sql: SqlStorage; backend: Fetcher; now: number };

/** Every device whose time to upload has come posts what it has, through the door real devices use. */
export async function postDueReadings(simulator: Simulator): Promise<void> {
	for (const device of demoDevices) {
		if (device.heard !== "on time") continue;
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
	if (!response.ok) throw new Error(`The ingest door answered ${response.status}: ${await response.text()}`);
	const { rejected } = IngestResult.parse(await response.json());
	if (rejected.length > 0) console.warn(`${device.name} had readings refused`, rejected);
	setPostedUntil(sql, device.serialNumber, newestAt);
}

function toEntries({ channels, at, values }: DueReadings) {
	return at.flatMap((time, row) =>
		channels.map((channel, column) => ({ channel, at: time, value: values[column]?.[row] })),
	);
}
