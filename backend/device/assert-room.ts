import { limits } from "../../shared/limits";
import type { AccountDb } from "../context";
import { domainError } from "../errors";
import { countDevices } from "./device-rows";

/** Throws DEVICE_LIMIT where the account would have too many devices in use with so many more. */
export function assertRoom(db: AccountDb, more: number): void {
	if (more > 0 && countDevices(db) + more > limits.sentDevices) throw domainError("DEVICE_LIMIT");
}
