import type { Device } from "../../shared/device/device";
import { unitConversion, unitKey } from "../../shared/formats/unit-spellings";
import type { AnswerSentUnit, SentUnitAnswer } from "../../shared/ingest/sent-unit";
import { addConfigEvent } from "../activity/log-events";
import type { Call } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { listSentUnits, saveSentUnitAnswer } from "../db/sent-unit-rows";
import { channelOrThrow } from "../group/scope";
import { wholeDevice } from "./device-projection";

/** Answers for all later values of the channel in this spelling. Throws CHANNEL_NOT_FOUND and DEVICE_ARCHIVED. */
export async function answerSentUnit({ ctx, input }: Call<AnswerSentUnit>): Promise<Device> {
	const { channelId, unit, answer } = input;
	const { channel, device } = channelOrThrow(ctx, channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const spelling = unitKey(unit);
	const asked = listSentUnits(ctx.db, device.id).find((sent) => {
		return sent.channelId === channelId && sent.spelling === spelling && sent.channelUnit === channel.unit;
	});
	if (!asked) throw new InputError({ unit: "This channel was not sent this unit." });
	if (typeof answer === "object" && unitConversion(answer.unit, channel.unit) === null) {
		throw new InputError({ answer: `Choose a unit that converts to ${channel.unit}.` });
	}
	ctx.audit.change({ device: [device.id] }, () => {
		saveSentUnitAnswer(ctx.db, { ...asked, answer, answeredBy: ctx.user.id, answeredAt: new Date(ctx.now) });
		addConfigEvent(ctx, device.id, `Unit “${asked.unit}” of ${channel.name}: ${answerText(answer, channel.unit)}`);
	});
	ctx.invalidations.changed("devices", [device.id]);
	return wholeDevice(ctx, device);
}

function answerText(answer: SentUnitAnswer, unit: string): string {
	if (answer === "same") return `the same as ${unit}`;
	return answer === "exclude" ? "its values are excluded" : `read as ${answer.unit}`;
}
