import { listedTexts } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import { shownReading } from "../../../shared/device/device-reading";
import type { GroupListRow } from "../../../shared/device/group";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { formatValue, isDeviceFact, Quantity } from "../../../shared/formats/units";
import {
	alertStateLabels,
	alertStatesFromWorst,
	deviceStateLabel,
	powerLabels,
	statusesFromWorst,
} from "../../entities/device-labels";
import { markedName } from "../../entities/marked-name";
import type { Column } from "../../ui/table/column";
import { valueText } from "../../ui/value-display";
import { t } from "../../words/made/devices";
import {
	AlertBadge,
	Battery,
	DeviceStatusChip,
	GroupChips,
	LastReceived,
	Memory,
	NameCell,
	Readings,
	readingsOf,
	Signal,
	WithTrend,
} from "./device-cells";
import { englishQuantityTitle } from "./english-titles";
import { type FactsById, factColumns } from "./fact-columns";

const ownColumnCount = 3;

type DeviceColumnParts = {
	readings: ReadingColumns;
	hasAlerts: boolean;
	/** True if there is room for the last day of the first quantity. */
	hasTrends: boolean;
	isMemoryFiltered: boolean;
	groups: GroupListRow[];
	facts: FactsById;
};

export function deviceColumns({ readings, groups, facts, ...parts }: DeviceColumnParts): Column<DeviceListRow>[] {
	const { hasAlerts, hasTrends, isMemoryFiltered } = parts;
	const groupById = new Map(groups.map((group) => [group.id, group]));
	const groupNames = (row: DeviceListRow) => row.groupIds.map((id) => groupById.get(id)?.name ?? id).join("; ");
	return [
		{
			id: "name",
			header: t("device"),
			csvHeader: "Device",
			isFixed: true,
			value: ({ name }) => name,
			cell: (row) => <NameCell row={row} />,
		},
		{
			id: "status",
			header: t("status"),
			isMinor: true,
			value: ({ status }) => status,
			sortWords: [t("sort.worst"), t("sort.best")],
			rank: ({ status }) => statusesFromWorst.indexOf(status),
			csv: (row) => deviceStateLabel(row, row.deletedFrom !== undefined).label,
			cell: (row) => <DeviceStatusChip row={row} />,
		},
		{
			id: "alert",
			header: t("alerts"),
			csvHeader: "Alerts",
			isMinor: true,
			// Without alerts the column would be empty.
			isOptional: !hasAlerts,
			value: ({ alertState = "ok" }) => alertStateLabels[alertState].label,
			sortWords: [t("sort.worst"), t("sort.best")],
			rank: ({ alertState = "ok" }) => alertStatesFromWorst.indexOf(alertState),
			cell: (row) => <AlertBadge row={row} />,
		},
		{
			id: "group",
			header: t("groups"),
			csvHeader: "Groups",
			isMinor: true,
			value: (row) => groupNames(row) || null,
			cell: (row) => <GroupChips row={row} groups={groupById} />,
		},
		...readings.quantities.map((quantity, position) => quantityColumn(quantity, hasTrends && position === 0)),
		{
			id: "received",
			header: t("received"),
			csvHeader: "Last received",
			isSoft: true,
			value: ({ lastReceivedAt }) => (lastReceivedAt === null ? null : new Date(lastReceivedAt)),
			clock: (row) => row,
			cell: (row) => <LastReceived row={row} />,
		},
		...(readings.hasBattery ? [batteryColumn] : []),
		...(readings.hasSignal ? [signalColumn] : []),
		...(readings.hasMemory ? [{ ...memoryColumn, isOptional: !isMemoryFiltered }] : []),
		{
			id: "serial",
			header: t("column.serial"),
			isSoft: true,
			isMinor: true,
			value: ({ serialNumber }) => serialNumber,
		},
		...(readings.hasOthers ? [otherColumn(readings.quantities)] : []),
		...listedTexts.map(({ text, label, column }) => optional(column, label, (row) => row[text] ?? null)),
		optional("tags", t("tags"), ({ tags }) => tags?.join("; ") ?? null),
		optional("power", t("power"), ({ power }) => (power ? powerLabels[power].label : null)),
		...factColumns(facts),
	];
}

function optional(id: string, header: string, value: (row: DeviceListRow) => string | null): Column<DeviceListRow> {
	return { id, header, value, isOptional: true, isMinor: true, isSoft: true };
}

function readingValue(quantity: Quantity): Pick<Column<DeviceListRow>, "value" | "unit"> {
	const first = ({ latest }: DeviceListRow) => latest.find((reading) => reading.quantity === quantity);
	return {
		value: (row) => first(row)?.value ?? null,
		unit: (row) => readingsOf(row, quantity)[0]?.unit ?? null,
	};
}

function quantityColumn(quantity: Quantity, hasTrend: boolean): Column<DeviceListRow> {
	return {
		id: quantity,
		header: quantityTitles[quantity],
		csvHeader: englishQuantityTitle(quantity),
		isNumber: true,
		...readingValue(quantity),
		cell: (row) =>
			hasTrend && readingsOf(row, quantity).length > 0 ? (
				<WithTrend row={row} quantity={quantity} />
			) : (
				<Readings row={row} quantity={quantity} />
			),
	};
}

function otherColumn(quantities: Quantity[]): Column<DeviceListRow> {
	const text = (row: DeviceListRow, format: typeof valueText) =>
		row.latest
			.filter(({ quantity }) => !quantities.includes(quantity) && !isDeviceFact(quantity))
			.map(shownReading)
			.map(
				(reading) =>
					`${markedName(reading.name, reading.isDerived, reading.isSaturated)} ${format(reading.value, reading)}`,
			)
			.join(" · ");
	return {
		id: "other",
		header: t("column.others"),
		csvHeader: "Also measures",
		isMinor: true,
		isSpare: true,
		isSoft: true,
		isSortable: false,
		value: (row) => text(row, formatValue) || null,
		cell: (row) => text(row, valueText),
	};
}

const batteryColumn: Column<DeviceListRow> = {
	id: "battery",
	header: t("battery"),
	isNumber: true,
	...readingValue("battery"),
	cell: (row) => <Battery row={row} />,
};

const signalColumn: Column<DeviceListRow> = {
	id: "signal",
	header: t("signal"),
	isNumber: true,
	isMinor: true,
	...readingValue("signal"),
	cell: (row) => <Signal row={row} />,
};

const memoryColumn: Column<DeviceListRow> = {
	id: "memory",
	header: t("memory"),
	csvHeader: "Memory used",
	isNumber: true,
	isMinor: true,
	...readingValue("memory"),
	cell: (row) => <Memory row={row} />,
};

export type ReadingColumns = {
	quantities: Quantity[];
	hasBattery: boolean;
	hasSignal: boolean;
	hasMemory: boolean;
	hasOthers: boolean;
};

export function readingColumns(rows: DeviceListRow[]): ReadingColumns {
	const found = new Map<Quantity, { rows: number; last: DeviceListRow }>();
	for (const row of rows) {
		for (const { quantity } of row.latest) {
			const known = found.get(quantity);
			if (!known) {
				found.set(quantity, { rows: 1, last: row });
			} else if (known.last !== row) {
				known.rows += 1;
				known.last = row;
			}
		}
	}
	const measured = [...found].filter(([quantity]) => !isDeviceFact(quantity));
	// Equally common quantities keep the order of `Quantity`, so that columns do not move.
	const inOrder = Quantity.options;
	measured.sort((a, b) => b[1].rows - a[1].rows || inOrder.indexOf(a[0]) - inOrder.indexOf(b[0]));
	return {
		quantities: measured.slice(0, ownColumnCount).map(([quantity]) => quantity),
		hasBattery: found.has("battery"),
		hasSignal: found.has("signal"),
		hasMemory: found.has("memory"),
		hasOthers: measured.length > ownColumnCount,
	};
}
