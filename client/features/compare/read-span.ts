import type { SeriesPage } from "../../../shared/log/log";
import { deviceZone, type Zone } from "../../../shared/time/time-zones";
import type { Compared, ComparedProblems } from "../../entities/compared";
import { t } from "../../words/made/devices";
import { lineOfPage } from "./compare-content";

/** `number` counts from 1. `page`: of the request. `problem`: why there is none. Neither while it loads. */
export type ReadSpan = Compared & {
	number: number;
	page: SeriesPage | null;
	problem: string | null;
	isMissing: boolean;
};

export type ReadSubject = { deviceId: string | null; channelId: string | null; zone: Zone | null };

export function subjectOf({ page, number, request, texts }: ReadSpan): ReadSubject {
	const line = page && lineOfPage(page, number);
	if (line) return { deviceId: line.device.id, channelId: line.channel.id, zone: deviceZone(line.device) };
	const deviceId =
		request && "deviceId" in request ? request.deviceId : texts.subject.startsWith("dev_") ? texts.subject : null;
	return { deviceId, channelId: null, zone: null };
}

/** A device without readings has no line; a channel without one does not exist for this user. */
export function problemsOf(span: ReadSpan): ComparedProblems {
	const { page, request, problems, isMissing } = span;
	if (isMissing) return { subject: t("compare.gone.device") };
	if (page === null || request === null || !("channelId" in request) || subjectOf(span).channelId !== null)
		return problems;
	return { subject: t("compare.gone.channel") };
}
