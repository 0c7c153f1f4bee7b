import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { deviceZone, formatOffset, type TimeRange } from "../../../shared/time-zones";
import type { Column } from "../../ui/table/data-table";
import { LongTable } from "../../ui/table/long-table";
import { shownOffsetMinutes, viewerZone } from "../../ui/time/time-display";
import type { LogClock } from "./log-clock";
import { logColumns, type OffsetOf } from "./log-columns";
import type { LogReadings } from "./log-readings";
import { type LogRow, longRows, wideRows, withClockMarks } from "./log-rows";
import type { LogForm } from "./log-view";
import { changesAround, isRepeated, type OffsetChange, offsetChanges } from "./offset-changes";
import { type RowActions, RowMenu } from "./row-menu";

/** As in the tables' own style. */
const phone = "(max-width: 480px)";

type LogTableProps = {
	log: LogReadings;
	span: TimeRange;
	form: LogForm;
	/** Whether the long form also shows what was sent. */
	isRaw?: boolean;
	clock: LogClock;
	actions: RowActions;
};

export function LogTable({ log, span, form, isRaw = false, clock, actions }: LogTableProps) {
	const { zone, isMixed } = clock;
	const { from, to } = span;
	const rows = useMemo(() => {
		const plain = form === "wide" ? wideRows(log) : longRows(log);
		return isMixed ? plain : withClockMarks(plain, offsetChanges(zone, { from, to }));
	}, [log, form, zone, isMixed, from, to]);
	const offsetOf = useMemo(() => shownOffsets(clock, { from, to }), [clock, from, to]);
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	return (
		<LongTable
			key={form}
			caption="Readings"
			columns={[...logColumns(log, { form, clock, offsetOf, isRaw, isPhone }), menuColumn(actions)]}
			rows={rows}
			rowKey={(row) => row.key}
			bandOf={(row) => row.mark}
		/>
	);
}

function shownOffsets({ isMixed, mode }: LogClock, span: TimeRange): OffsetOf {
	const changesIn = new Map<string, OffsetChange[]>();
	return ({ at, device }) => {
		const ownZone = device && mode === "local" ? deviceZone(device) : viewerZone;
		const changes = changesIn.get(ownZone) ?? changesAround(ownZone, span);
		changesIn.set(ownZone, changes);
		if (!(isMixed && device) && !isRepeated(at, changes)) return null;
		return formatOffset(shownOffsetMinutes(at, device, mode));
	};
}

function menuColumn(actions: RowActions): Column<LogRow> {
	return {
		id: "menu",
		header: "Actions",
		isHeaderHidden: true,
		isNumber: true,
		cell: (row) => <RowMenu row={row} actions={actions} />,
	};
}
