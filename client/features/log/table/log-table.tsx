import { ActionIcon, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBraces, IconClockHour4, IconClockSearch, IconCopy, IconDots, IconNote } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { toast } from "sonner";
import type { GetLogs } from "../../../../shared/log/log";
import { deviceZone, formatOffset, type TimeRange } from "../../../../shared/time/time-zones";
import { changesAround, isRepeated, type OffsetChange, offsetChanges } from "../../../chart/chart-clock";
import { useIsWanted } from "../../../ui/feedback/lazy-parts";
import type { Column } from "../../../ui/table/column";
import { LongTable } from "../../../ui/table/long-table";
import { shownOffsetMinutes, viewerZone } from "../../../ui/time/time-display";
import type { RowTime } from "../../../ui/time/times-dialog";
import { useTemperatureUnit } from "../../../ui/value-display";
import classes from "../log.module.css";
import type { LogClock } from "../state/log-clock";
import type { LogForm } from "../state/log-state";
import { logColumns, type OffsetOf } from "./log-columns";
import type { LogReadings } from "./log-readings";
import { inOrder, type LogRow, longRows, rowJson, rowText, wideRows, withClockMarks } from "./log-rows";

/** Same width as in the tables' CSS. */
const phone = "(max-width: 480px)";

type LogTableProps = {
	log: LogReadings;
	span: TimeRange;
	form: LogForm;
	isRaw?: boolean;
	isOfOneDevice?: boolean;
	order?: GetLogs["order"];
	clock: LogClock;
	actions: RowActions;
};

export function LogTable({
	log,
	span,
	form,
	isRaw = false,
	isOfOneDevice = false,
	order,
	clock,
	actions,
}: LogTableProps) {
	const { zone, isMixed } = clock;
	const { from, to } = span;
	useTemperatureUnit();
	const rows = useMemo(() => {
		const plain = form === "wide" ? wideRows(log) : longRows(log);
		const isByTime = order === undefined || order === "newest-first" || order === "oldest-first";
		const marked = isMixed || !isByTime ? plain : withClockMarks(plain, offsetChanges(zone, { from, to }));
		return inOrder(marked, order);
	}, [log, form, zone, isMixed, from, to, order]);
	const offsetOf = useMemo(() => shownOffsets(clock, { from, to }), [clock, from, to]);
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	return (
		<LongTable
			key={form}
			caption="Readings"
			columns={[...logColumns(log, { form, clock, offsetOf, isRaw, isOfOneDevice, isPhone }), menuColumn(actions)]}
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

const TimesDialog = lazy(async () => ({ default: (await import("../../../ui/time/times-dialog")).TimesDialog }));

export type RowActions = {
	onNote: ((row: LogRow) => void) | null;
	onOpen: (row: LogRow) => void;
};

function RowMenu({ row, actions: { onNote, onOpen } }: { row: LogRow; actions: RowActions }) {
	const [isWanted, setIsWanted] = useState(false);
	const [areTimesOpen, setAreTimesOpen] = useState(false);
	const areTimesWanted = useIsWanted(areTimesOpen);
	const button = (
		<ActionIcon
			variant="subtle"
			color="gray"
			size={30}
			aria-label="Row actions"
			aria-haspopup="menu"
			aria-expanded={false}
			onClick={isWanted ? undefined : () => setIsWanted(true)}
		>
			<IconDots size={17} />
		</ActionIcon>
	);
	const denial = onNote === null ? "Your role cannot add notes." : null;
	const items = [
		{ label: "Open log at this moment", Icon: IconClockSearch, run: () => onOpen(row) },
		{ label: "Add note here…", Icon: IconNote, denial, run: () => onNote?.(row) },
		{ label: "Copy row", Icon: IconCopy, run: () => copyText(rowText(row), "Row copied.") },
		{ label: "Copy raw JSON", Icon: IconBraces, run: () => copyText(rowJson(row), "Raw JSON copied.") },
		{ label: "All times", Icon: IconClockHour4, run: () => setAreTimesOpen(true) },
	];
	return (
		<>
			{isWanted ? (
				<Menu width={230} withinPortal defaultOpened onClose={() => setIsWanted(false)}>
					<Menu.Target>{button}</Menu.Target>
					<Menu.Dropdown>
						{items.map(({ label, Icon, denial: reason, run }) => (
							<Menu.Item
								key={label}
								leftSection={<Icon size={17} stroke={1.7} />}
								disabled={typeof reason === "string"}
								onClick={run}
							>
								{label}
								{reason && <span className={classes.reason}>{reason}</span>}
							</Menu.Item>
						))}
					</Menu.Dropdown>
				</Menu>
			) : (
				button
			)}
			{areTimesWanted && (
				<Suspense>
					<TimesDialog
						name={row.kind === "reading" ? "this reading" : "this entry"}
						times={timesOf(row)}
						isOpen={areTimesOpen}
						onClose={() => setAreTimesOpen(false)}
					/>
				</Suspense>
			)}
		</>
	);
}

function timesOf({ at, receivedAt, device }: LogRow): RowTime[] {
	const received = receivedAt === null ? [] : [{ label: "Received", at: receivedAt, clock: device }];
	return [{ label: receivedAt === null ? "Time" : "Read", at, clock: device }, ...received];
}

export async function copyText(text: string, done: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		toast.success(done);
	} catch {
		// The browser may deny it; a plain-http intranet address has no clipboard.
		toast.error("Your browser does not let this page copy.");
	}
}
