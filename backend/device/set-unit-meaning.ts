import { errorKey } from "../../shared/base/error-key";
import type { Device } from "../../shared/device/device";
import { unitConversion, unitKey } from "../../shared/formats/unit-spellings";
import type { SetUnitMeaning, UnitMeaning } from "../../shared/ingest/sent-unit";
import { type Said, said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { listSentUnits, saveUnitMeaning } from "../db/sent-unit-rows";
import { channelOrThrow } from "../group/scope";
import { wholeDevice } from "./device-projection";

/** Decides for all later values of the channel in this spelling. Throws CHANNEL_NOT_FOUND and DEVICE_ARCHIVED. */
export async function setUnitMeaning({ ctx, input }: Call<SetUnitMeaning>): Promise<Device> {
	const { channelId, unit, meaning } = input;
	const { channel, device } = channelOrThrow(ctx, channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const spelling = unitKey(unit);
	const found = listSentUnits(ctx.db, device.id).find((sent) => {
		return sent.channelId === channelId && sent.spelling === spelling && sent.channelUnit === channel.unit;
	});
	if (!found) throw new InputError({ unit: errorKey("unit.notSent") });
	if (typeof meaning === "object" && unitConversion(meaning.unit, channel.unit) === null) {
		throw new InputError({ meaning: errorKey("unit.convertible", { unit: channel.unit }) });
	}
	ctx.audit.change({ device: [device.id] }, () => {
		saveUnitMeaning(ctx.db, { ...found, meaning, decidedBy: ctx.user.id, decidedAt: new Date(ctx.now) });
		addConfigEvent(ctx, device.id, saidOfMeaning(meaning, { unit: found.unit, channel }));
	});
	ctx.invalidations.changed("devices", [device.id]);
	return wholeDevice(ctx, device);
}

type Sent = { unit: string; channel: { name: string; unit: string } };

function saidOfMeaning(meaning: UnitMeaning, { unit, channel }: Sent): Said {
	const sent = { unit, channel: channel.name };
	if (meaning === "same") return said("unit.same", { ...sent, other: channel.unit });
	return meaning === "exclude" ? said("unit.excluded", sent) : said("unit.readAs", { ...sent, other: meaning.unit });
}
