import {
	type DeviceRefusals,
	type RefusalReason,
	type RefusedSample,
	refusalWords,
} from "../../../../shared/device-refusals";
import { countOf } from "../../../ui/format";

/** `12 of 15 readings of the last upload were refused: the channel does not exist (12).` */
export function refusalSentence({ sent, refused, reasons }: DeviceRefusals): string {
	if (sent === null) return `The last upload was refused as a whole: ${reasons.map(wordsOf).join(", ")}.`;
	const counted = reasons.map((reason) => `${wordsOf(reason)} (${reason.count.toLocaleString("en-US")})`);
	const verb = refused === 1 ? "was" : "were";
	return `${refused.toLocaleString("en-US")} of ${countOf(sent, "reading")} of the last upload ${verb} refused: ${counted.join(", ")}.`;
}

function wordsOf({ reason }: { reason: RefusalReason }): string {
	return refusalWords[reason];
}

/** `For example: channel “temp”, time "2026-11-21T15:05:02Z", value "23,5".` */
export function sampleSentence({ channel, at, value }: RefusedSample): string {
	const parts = [channel && `channel “${channel}”`, at && `time ${at}`, value && `value ${value}`];
	const told = parts.filter((part) => part !== null && part !== "");
	return told.length === 0 ? "It said nothing that can be read." : `For example: ${told.join(", ")}.`;
}
