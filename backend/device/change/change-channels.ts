import type { ChannelChange } from "../../../shared/device-inputs";
import type { AccountContext } from "../../context";
import { domainError, InputError } from "../../errors";
import { deleteCalibrations } from "../calibration/calibration-rows";
import { type ChannelRow, deleteChannels, listChannels, replaceChannels } from "../channel-rows";
import { changed } from "./change-text";

/** `channels` are all a device is to have, in their order; undefined: as they are. */
type Asked = {
	channels: ChannelChange[] | undefined;
	/** By id of those that have a reading. */
	withReadings: { has: (channelId: string) => boolean };
};

/**
 * Makes a device's channels what they are to be, within the caller's transaction, and answers what happened in words.
 * Throws CHANNEL_NOT_FOUND for one that is not the device's, CHANNEL_HAS_READINGS where one with readings would go, and
 * InputError for one that is given twice.
 */
export function changeChannels(
	{ db, newId }: Pick<AccountContext, "db" | "newId">,
	deviceId: string,
	{ channels, withReadings }: Asked,
): string[] {
	if (channels === undefined) return [];
	const present = new Map(listChannels(db, [deviceId]).map((channel) => [channel.id, channel]));
	const wanted = channels.map((channel): ChannelRow => {
		const { id = newId("channel"), ...values } = channel;
		if (channel.id === undefined) return { ...values, id, deviceId };
		const known = present.get(id);
		if (!known) throw domainError("CHANNEL_NOT_FOUND", { channelId: id });
		return { ...values, id, deviceId, quantity: known.quantity };
	});
	const wantedIds = new Set(wanted.map(({ id }) => id));
	if (wantedIds.size < wanted.length) throw new InputError({ channels: "A channel can be there once." });
	const removed = [...present.values()].filter(({ id }) => !wantedIds.has(id));
	const used = removed.find(({ id }) => withReadings.has(id));
	if (used) throw domainError("CHANNEL_HAS_READINGS", { channelId: used.id });
	const texts = [
		...removed.map(({ name }) => `channel ${name} removed`),
		...wanted.flatMap((channel) => channelTexts(present.get(channel.id), channel)),
		...orderTexts([...present.keys()], [...wantedIds]),
	];
	if (texts.length === 0) return [];
	const removedIds = removed.map(({ id }) => id);
	deleteCalibrations(db, removedIds);
	deleteChannels(db, removedIds);
	replaceChannels(db, deviceId, wanted);
	return texts;
}

function channelTexts(before: ChannelRow | undefined, after: ChannelRow): string[] {
	if (!before) return [`channel ${after.name} added`];
	return [
		...changed("channel", before.name, after.name),
		...changed(`unit of ${after.name}`, before.unit, after.unit),
		...changed(`decimals of ${after.name}`, String(before.decimals), String(after.decimals)),
		...changed(`limits of ${after.name}`, limitsText(before), limitsText(after)),
	];
}

function limitsText({ min, max }: ChannelRow): string {
	if (min === null) return max === null ? "" : `at most ${max}`;
	return max === null ? `at least ${min}` : `${min} to ${max}`;
}

/** Said of those that stay: a new one has no order yet. */
function orderTexts(before: string[], after: string[]): string[] {
	const stayed = before.filter((id) => after.includes(id));
	const now = after.filter((id) => before.includes(id));
	return stayed.some((id, place) => id !== now[place]) ? ["channels in another order"] : [];
}
