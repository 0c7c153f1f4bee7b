import { simulatorTickMs } from "./post-due-readings";

const switchKey = "isSimulating";

/** Turns the simulator on or off; off stays off through a tick that is under way. */
export async function switchSimulator(storage: DurableObjectStorage, isOn: boolean, now: number): Promise<void> {
	storage.kv.put(switchKey, isOn);
	if (isOn) await storage.setAlarm(now + simulatorTickMs);
	else await storage.deleteAlarm();
}

export function isSimulating(storage: DurableObjectStorage): boolean {
	return storage.kv.get(switchKey) === true;
}
