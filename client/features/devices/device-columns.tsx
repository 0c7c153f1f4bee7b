import { Tooltip } from "@mantine/core";
import { IconBatteryExclamation } from "@tabler/icons-react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { formatValue, type Quantity } from "../../../shared/units";
import { deviceStatusWords } from "../../device-status-words";
import type { Column } from "../../ui/data-table";
import { TextLink } from "../../ui/link";
import { quantityTitles } from "../../ui/quantity-titles";
import { StatusChip } from "../../ui/status-chip";
import { TimeStamp } from "../../ui/time-stamp";
import classes from "./devices.module.css";
import { otherReadings, quantityColumns, readingsOf } from "./quantity-columns";

const lowBatteryPercent = 15;

export function deviceColumns(rows: DeviceListRow[], groups: GroupListRow[]): Column<DeviceListRow>[] {
	const quantities = quantityColumns(rows);
	const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
	const hasOthers = rows.some((row) => otherReadings(row, quantities).length > 0);
	const hasBattery = rows.some((row) => readingsOf(row, "battery").length > 0);
	return [
		{ id: "name", header: "Device", isSortable: true, cell: (row) => <DeviceLink row={row} /> },
		{
			id: "serial",
			header: "Serial",
			isSortable: true,
			isSoft: true,
			isMinor: true,
			cell: (row) => row.serialNumber ?? "—",
		},
		{ id: "group", header: "Group", isMinor: true, cell: (row) => <GroupTags row={row} names={groupNames} /> },
		{
			id: "status",
			header: "Status",
			isSortable: true,
			isMinor: true,
			cell: ({ status }) => <DeviceStatusChip status={status} />,
		},
		...quantities.map(quantityColumn),
		{
			id: "received",
			header: "Last received",
			isSortable: true,
			isSoft: true,
			cell: (row) => <LastReceived row={row} />,
		},
		...(hasBattery ? [batteryColumn] : []),
		...(hasOthers ? [otherColumn(quantities)] : []),
	];
}

function quantityColumn(quantity: Quantity): Column<DeviceListRow> {
	return {
		id: quantity,
		header: quantityTitles[quantity],
		isNumber: true,
		isSortable: true,
		cell: (row) => <Readings row={row} quantity={quantity} />,
	};
}

function otherColumn(quantities: Quantity[]): Column<DeviceListRow> {
	return {
		id: "other",
		header: "Also measures",
		isMinor: true,
		isSoft: true,
		cell: (row) =>
			otherReadings(row, quantities)
				.map((reading) => `${reading.name} ${formatValue(reading.value, reading)}`)
				.join(" · "),
	};
}

const batteryColumn: Column<DeviceListRow> = {
	id: "battery",
	header: "Battery",
	isNumber: true,
	isSortable: true,
	cell: (row) => <Battery row={row} />,
};

/** A device opens on its own readings. Where the window is narrow its status stands under the name. */
function DeviceLink({ row }: { row: DeviceListRow }) {
	return (
		<>
			<TextLink to="/log/" search={{ device: row.id }} className={classes.name}>
				{row.name}
			</TextLink>
			<span className={classes.underName}>
				<DeviceStatusChip status={row.status} />
			</span>
		</>
	);
}

function GroupTags({ row, names }: { row: DeviceListRow; names: Map<string, string> }) {
	if (row.groupIds.length === 0) return <span className={classes.none}>—</span>;
	return row.groupIds.map((id) => (
		<span key={id} className={classes.tag}>
			{names.get(id) ?? "Unknown group"}
		</span>
	));
}

function DeviceStatusChip({ status }: Pick<DeviceListRow, "status">) {
	const { label, tone, meaning } = deviceStatusWords[status];
	return (
		<Tooltip label={meaning}>
			<span>
				<StatusChip tone={tone}>{label}</StatusChip>
			</span>
		</Tooltip>
	);
}

/** The first reading of the quantity; a second probe is counted and listed on hover. */
function Readings({ row, quantity }: { row: DeviceListRow; quantity: Quantity }) {
	const [first, ...more] = readingsOf(row, quantity);
	if (!first) return <span className={classes.none}>—</span>;
	if (more.length === 0) return formatValue(first.value, first);
	const all = [first, ...more].map((reading) => `${reading.name} ${formatValue(reading.value, reading)}`).join("\n");
	return (
		<Tooltip label={<span className={classes.lines}>{all}</span>}>
			<span>
				{formatValue(first.value, first)} <span className={classes.more}>+{more.length}</span>
			</span>
		</Tooltip>
	);
}

function LastReceived({ row }: { row: DeviceListRow }) {
	if (row.lastReceivedAt === null) return "Nothing yet";
	return <TimeStamp at={row.lastReceivedAt} clock={row} show="age" />;
}

function Battery({ row }: { row: DeviceListRow }) {
	const reading = readingsOf(row, "battery")[0];
	if (!reading || reading.value === null) return <span className={classes.none}>—</span>;
	const text = formatValue(reading.value, reading);
	if (reading.value >= lowBatteryPercent) return text;
	return (
		<Tooltip label={`Below ${lowBatteryPercent} %: replace it soon`}>
			<span className={classes.low}>
				<IconBatteryExclamation size={16} aria-label="Low" /> {text}
			</span>
		</Tooltip>
	);
}
