import { useMemo } from "react";
import { dayMs } from "../../../shared/base/durations";
import { limits } from "../../../shared/base/limits";
import type { GetLogs, LogPage } from "../../../shared/log/log";
import type { TimeRange } from "../../../shared/time/time-zones";
import { PlainLink } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows } from "../../ui/layout/rows";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { t } from "../../words/made/log";
import { ExportMenu } from "./actions/export-menu";
import type { NoteSubject } from "./actions/note-dialog";
import classes from "./log.module.css";
import { logClock } from "./state/log-clock";
import { gatherReadings } from "./table/log-readings";
import { spanAround, usualForm } from "./table/log-rows";
import { correctionOf, LogTable } from "./table/log-table";

const shownCount = 200;

type NewestEntriesProps = {
	deviceId: string;
	input: GetLogs;
	page: LogPage;
	onNote: ((subject: NoteSubject) => void) | null;
	judgeDenial: string | null;
	onOpen: (span: TimeRange) => void;
};

export function NewestEntries({ deviceId, input, page, onNote, judgeDenial, onOpen }: NewestEntriesProps) {
	const mode = useTimeDisplayMode();
	const log = useMemo(() => gatherReadings([page]), [page]);
	const span = useMemo(() => ({ from: page.from, to: page.to }), [page]);
	const clock = useMemo(() => logClock({ page, devices: log.devices, mode, viewerZone }), [page, log.devices, mode]);
	const isEmpty = log.events.length === 0 && log.channels.every(({ readings }) => readings.length === 0);
	return (
		<>
			<div className={classes.newestHead}>
				<p className={layout.note}>
					{page.nextCursor === null ? t("newest.all") : t("newest.some")} · {clock.label}
				</p>
				<PlainLink to="/log/" search={{ device: deviceId }} className={classes.control}>
					{t("newest.open")}
				</PlainLink>
				<ExportMenu subject={{ shown: input, span, zone: clock.zone, mode }} />
			</div>
			<Card>
				{isEmpty ? (
					<NoRows>{t("newest.none")}</NoRows>
				) : (
					<LogTable
						log={log}
						span={span}
						form={usualForm(log.channels)}
						isOfOneDevice
						clock={clock}
						actions={{
							onNote: onNote && (({ at }) => onNote({ deviceId, at })),
							onCorrect: onNote && ((row) => onNote(correctionOf(row))),
							onOpen: (row) => onOpen(spanAround(row)),
							judgeDenial,
						}}
					/>
				)}
			</Card>
		</>
	);
}

/** Ends with a whole day, so that a preload and the screen share a query. */
export function newestInputOf(deviceId: string, now: number): GetLogs {
	const to = (Math.floor((now + limits.ingestFutureMs) / dayMs) + 1) * dayMs;
	return {
		rangeType: "month",
		offset: 0,
		from: limits.ingestEarliestMs,
		to,
		deviceIds: [deviceId],
		limit: shownCount,
	};
}
