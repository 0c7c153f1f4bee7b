import { ActionIcon, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
	IconArrowBackUp,
	IconBraces,
	IconCircleCheck,
	IconCircleX,
	IconClockHour4,
	IconClockSearch,
	IconCopy,
	IconDots,
	IconNote,
	IconPencil,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { toast } from "sonner";
import type { GetLogs } from "../../../../shared/log/log";
import { isCounting } from "../../../../shared/log/reading-marks";
import type { VerdictKind } from "../../../../shared/log/reading-verdicts";
import { deviceZone, formatOffset, type TimeRange } from "../../../../shared/time/time-zones";
import { changesAround, isRepeated, type OffsetChange, offsetChanges } from "../../../chart/chart-clock";
import { useIsWanted } from "../../../ui/feedback/lazy-parts";
import type { Column } from "../../../ui/table/column";
import { LongTable } from "../../../ui/table/long-table";
import { shownOffsetMinutes, viewerZone } from "../../../ui/time/time-display";
import type { RowTime } from "../../../ui/time/times-dialog";
import { useValueStyle } from "../../../ui/value-display";
import { t } from "../../../words/made/log";
import type { JudgeSubject } from "../actions/judge-dialog";
import type { NoteSubject } from "../actions/note-dialog";
import { useJudging } from "../actions/use-judging";
import classes from "../log.module.css";
import type { LogClock } from "../state/log-clock";
import type { LogForm } from "../state/log-state";
import { logColumns, type OffsetOf } from "./log-columns";
import type { LogReadings } from "./log-readings";
import { inOrder, type LogRow, type LogValue, longRows, rowJson, rowText, wideRows, withClockMarks } from "./log-rows";

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
	useValueStyle();
	const rows = useMemo(() => {
		const plain = form === "wide" ? wideRows(log) : longRows(log);
		const isByTime = order === undefined || order === "newest-first" || order === "oldest-first";
		const marked = isMixed || !isByTime ? plain : withClockMarks(plain, offsetChanges(zone, { from, to }));
		return inOrder(marked, order);
	}, [log, form, zone, isMixed, from, to, order]);
	const offsetOf = useMemo(() => shownOffsets(clock, { from, to }), [clock, from, to]);
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const { judge, dialog } = useJudging();
	const navigate = useNavigate();
	const menu = menuColumn({
		...actions,
		onJudge: (row, verdict) => judge(judgeSubject(row, verdict, clock)),
		onDecisions: (deviceId) =>
			void navigate({ to: "/devices/$deviceId", params: { deviceId }, search: { tab: "settings" } }),
	});
	return (
		<>
			<LongTable
				key={form}
				caption={t("readings")}
				columns={[...logColumns(log, { form, clock, offsetOf, isRaw, isOfOneDevice, isPhone }), menu]}
				rows={rows}
				rowKey={(row) => row.key}
				bandOf={(row) => row.mark}
			/>
			{dialog}
		</>
	);
}

function judgeSubject(row: LogRow, verdict: VerdictKind, clock: LogClock): JudgeSubject {
	const { at, device } = row;
	const isOwn = clock.isMixed && device !== null;
	return {
		verdict,
		channels: judgedBy(row, verdict).map(({ channel }) => channel),
		span: { from: at, to: at + 1 },
		zone: isOwn ? deviceZone(device) : clock.zone,
		clockLabel: isOwn ? t("clock.of", { name: device.name }) : clock.label,
	};
}

/** The readings that the decision would change. Only readings that a device sent are judged; computed ones follow. */
function judgedBy({ values }: LogRow, verdict: VerdictKind): LogValue[] {
	return [...values.values()].filter(({ mark, channel }) => {
		if (channel.formula !== undefined) return false;
		return verdict === "counts" ? mark === "doubtful" : isCounting(mark);
	});
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

function menuColumn(actions: MenuActions): Column<LogRow> {
	return {
		id: "menu",
		header: t("row.actions"),
		isHeaderHidden: true,
		isNumber: true,
		cell: (row) => <RowMenu row={row} actions={actions} />,
	};
}

const TimesDialog = lazy(async () => ({ default: (await import("../../../ui/time/times-dialog")).TimesDialog }));

export type RowActions = {
	onNote: ((row: LogRow) => void) | null;
	onCorrect?: ((row: LogRow) => void) | null;
	onOpen: (row: LogRow) => void;
	/** Why the user may not exclude readings; null if they may. */
	judgeDenial: string | null;
};

type MenuActions = RowActions & {
	onJudge: (row: LogRow, verdict: VerdictKind) => void;
	onDecisions: (deviceId: string) => void;
};

function RowMenu({ row, actions }: { row: LogRow; actions: MenuActions }) {
	const { onNote, onCorrect, onOpen, judgeDenial, onJudge, onDecisions } = actions;
	const [isWanted, setIsWanted] = useState(false);
	const [areTimesOpen, setAreTimesOpen] = useState(false);
	const areTimesWanted = useIsWanted(areTimesOpen);
	const button = (
		<ActionIcon
			size={30}
			aria-label={t("row.menu")}
			aria-haspopup="menu"
			aria-expanded={false}
			onClick={isWanted ? undefined : () => setIsWanted(true)}
		>
			<IconDots size={17} />
		</ActionIcon>
	);
	const { device } = row;
	const denial = onNote === null ? t("note.denied") : null;
	const items = [
		{ label: t("row.open"), Icon: IconClockSearch, run: () => onOpen(row) },
		{ label: t("row.addNote"), Icon: IconNote, denial, run: () => onNote?.(row) },
		...(row.kind === "note" && row.correctedBy === undefined && onCorrect
			? [{ label: t("row.correct"), Icon: IconPencil, run: () => onCorrect(row) }]
			: []),
		...judgements
			.filter(({ verdict }) => judgedBy(row, verdict).length > 0)
			.map(({ verdict, ...item }) => ({ ...item, denial: judgeDenial, run: () => onJudge(row, verdict) })),
		...(device !== null && isDecided(row)
			? [{ label: t("row.decisions"), Icon: IconArrowBackUp, run: () => onDecisions(device.id) }]
			: []),
		{ label: t("row.copy"), Icon: IconCopy, run: () => copyText(rowText(row), t("row.copied")) },
		{ label: t("row.copyJson"), Icon: IconBraces, run: () => copyText(rowJson(row), t("row.copiedJson")) },
		{ label: t("row.times"), Icon: IconClockHour4, run: () => setAreTimesOpen(true) },
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
						name={row.kind === "reading" ? t("row.thisReading") : t("row.thisEntry")}
						times={timesOf(row)}
						isOpen={areTimesOpen}
						onClose={() => setAreTimesOpen(false)}
					/>
				</Suspense>
			)}
		</>
	);
}

export function correctionOf(row: LogRow): NoteSubject {
	const { key, at, endsAt, device, text, groupId, kindId, attachmentId, attachmentName } = row;
	return {
		deviceId: device?.id ?? null,
		at,
		endsAt,
		corrects: { id: key, text, groupId, kindId, attachmentId, attachmentName },
	};
}

const judgements = [
	{ verdict: "excluded", label: t("row.exclude"), Icon: IconCircleX },
	{ verdict: "counts", label: t("row.letCount"), Icon: IconCircleCheck },
] as const;

function isDecided({ values }: LogRow): boolean {
	return [...values.values()].some(({ mark }) => mark === "excluded" || mark === "counts");
}

function timesOf({ at, receivedAt, device }: LogRow): RowTime[] {
	const received = receivedAt === null ? [] : [{ label: t("column.received"), at: receivedAt, clock: device }];
	return [{ label: receivedAt === null ? t("time") : t("time.read"), at, clock: device }, ...received];
}

export async function copyText(text: string, done: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		toast.success(done);
	} catch {
		// The browser may deny it; a plain-http intranet address has no clipboard.
		toast.error(t("copy.unable"));
	}
}
