import type { SeedLogEvent } from "../../shared/local-seed";
import type { RowStore } from "../account/new-user";
import { findDeviceBySerial } from "../device/device-rows";
import { hasLogEvent, insertLogEvent, moveLogEvent } from "./log-event-rows";

/** Adds the events of a local run that are not there yet, by device, text and time. */
export function ensureSeedEvents(store: RowStore, events: SeedLogEvent[]): void {
	const { db, newId } = store;
	for (const { serialNumber, isMoving, ...facts } of events) {
		const event = { id: newId("logEntry"), deviceId: deviceIdOf(store, serialNumber), ...facts };
		if (isMoving && hasLogEvent(db, event)) moveLogEvent(db, event);
		else if (!hasLogEvent(db, event, event.at)) insertLogEvent(db, event);
	}
}

function deviceIdOf({ db }: RowStore, serialNumber: string | null): string | null {
	if (serialNumber === null) return null;
	const device = findDeviceBySerial(db, serialNumber);
	if (!device) throw new Error(`No seeded device has the serial number ${serialNumber}`);
	return device.id;
}
