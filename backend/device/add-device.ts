import type { CreateDevice } from "../../shared/device";
import { quantities } from "../../shared/units";
import type { AccountContext } from "../context";
import { domainError } from "../errors";
import { addToGroups, findGroup } from "../group/group-rows";
import { insertChannels } from "./channel-rows";
import { type DeviceRow, findDeviceBySerial, insertDevice, serialKey } from "./device-rows";

/** What a new device has beside what people enter. */
type Particulars = { site?: string; model?: string; uploadIntervalSeconds?: number; createdBy: string };

const loggingIntervalSeconds = 60;
const uploadIntervalSeconds = 15 * 60;

type Store = Pick<AccountContext, "db" | "accountId" | "newId" | "now" | "deviceKeys">;

/**
 * Stores a new device with its channels and group memberships. The key is returned here and nowhere
 * again. Throws SERIAL_NUMBER_TAKEN and GROUP_NOT_FOUND.
 */
export async function addDevice(
	{ db, accountId, newId, now, deviceKeys }: Store,
	input: CreateDevice,
	particulars: Particulars,
): Promise<{ device: DeviceRow; key: string }> {
	const id = newId("device");
	const { key, digest } = await deviceKeys.mint(accountId, id);
	const device: DeviceRow = {
		id,
		name: input.name,
		serialNumber: input.serialNumber ?? null,
		serialKey: input.serialNumber === undefined ? null : serialKey(input.serialNumber),
		description: "",
		model: particulars.model ?? "",
		site: particulars.site ?? "",
		timezoneOffset: input.timezoneOffset,
		timeZoneRule: input.timeZoneRule,
		loggingIntervalSeconds,
		uploadIntervalSeconds: particulars.uploadIntervalSeconds ?? uploadIntervalSeconds,
		offlineAfterSeconds: null,
		keyDigest: digest,
		createdAt: new Date(now),
		createdBy: particulars.createdBy,
		archivedAt: null,
	};
	const channels = input.channels.map((channel) => {
		return { ...channel, id: newId("channel"), decimals: quantities[channel.quantity].decimals };
	});
	// The checks stand inside: the key took an await, and another request may have run meanwhile.
	db.transaction(() => {
		if (input.serialNumber !== undefined && findDeviceBySerial(db, input.serialNumber)) {
			throw domainError("SERIAL_NUMBER_TAKEN", { serialNumber: input.serialNumber });
		}
		for (const groupId of input.groupIds ?? []) {
			if (!findGroup(db, groupId)) throw domainError("GROUP_NOT_FOUND", { groupId });
		}
		insertDevice(db, device);
		insertChannels(db, id, channels);
		addToGroups(db, id, input.groupIds ?? []);
	});
	return { device, key };
}
