import type { NewChannel } from "../../shared/device";
import { ChannelName, SerialNumber } from "../../shared/device-terms";
import { limits } from "../../shared/limits";
import { quantities } from "../../shared/units";
import type { AccountContext } from "../context";
import { addDevice } from "../device/add-device";
import { channelIdsByKey, channelNameKey, countChannels, insertChannels } from "../device/channel-rows";
import { type DeviceRow, findDeviceBySerial, raiseDeviceVersions } from "../device/device-rows";
import { DomainError } from "../errors";
import type { IntegrationKeyRow } from "../integration/integration-key-rows";
import { addConfigEvent } from "../log/events/add-config-event";
import type { SentDevice } from "./append-integration-upload";
import { guessChannel } from "./guess-channel";
import type { SentColumns } from "./store-upload";

type Store = Pick<AccountContext, "db" | "newId" | "now" | "deviceKeys" | "accountId" | "hints">;

const nameLength = 64;

/**
 * Adds the device a network server sends for, with the channels of this first upload; its clock is a group's, or UTC.
 * Null where it cannot be: nothing readable was sent, or the serial number is none.
 */
export async function addSentDevice(
	store: Store,
	key: IntegrationKeyRow,
	{ serialNumber, name, readings }: SentDevice,
): Promise<DeviceRow | null> {
	const channels = newChannels(readings, { known: new Set(), most: limits.channelsPerDevice });
	if (channels.length === 0 || !SerialNumber.safeParse(serialNumber).success) return null;
	const input = {
		name: (name?.trim() || serialNumber).slice(0, nameLength),
		serialNumber,
		channels,
	};
	try {
		const { device } = await addDevice(store, input, { createdBy: key.id });
		addConfigEvent({ ...store, user: null }, device.id, `Device added by ${key.name} (integration)`);
		store.hints.changed("devices", [device.id]);
		// A group's filter may have taken it in.
		store.hints.changed("groups", [device.id]);
		return device;
	} catch (error) {
		// Two messages of a new device at once: the other one was first.
		if (error instanceof DomainError && error.code === "SERIAL_NUMBER_TAKEN") {
			return findDeviceBySerial(store.db, serialNumber);
		}
		throw error;
	}
}

/** Gives a device the channels it sends for and does not have, as far as a device may have them. */
export function addMissingChannels(
	{ db, newId }: Pick<Store, "db" | "newId">,
	deviceId: string,
	readings: SentColumns,
) {
	const most = limits.channelsPerDevice - countChannels(db, deviceId);
	const rows = newChannels(readings, { known: channelIdsByKey(db, deviceId), most }).map((channel) => {
		return { ...channel, id: newId("channel"), decimals: quantities[channel.quantity].decimals, min: null, max: null };
	});
	insertChannels(db, deviceId, rows);
	// Who edits the device gives all its channels: one that they have not seen must not be taken for removed.
	if (rows.length > 0) raiseDeviceVersions(db, [deviceId]);
}

/** Channels for the first words of an upload that are not known, each once, without those no channel may be called by. */
function newChannels(
	{ channels, channel, value }: SentColumns,
	{ known, most }: { known: { has: (word: string) => boolean }; most: number },
): NewChannel[] {
	const added = new Map<string, NewChannel>();
	for (const [place, word] of channels.entries()) {
		if (added.size >= most) break;
		const nameKey = channelNameKey(word);
		if (known.has(word) || known.has(nameKey) || added.has(nameKey)) continue;
		if (!ChannelName.safeParse(word).success) continue;
		added.set(nameKey, guessChannel(word, value[channel.indexOf(place)] ?? 0));
	}
	return [...added.values()];
}
