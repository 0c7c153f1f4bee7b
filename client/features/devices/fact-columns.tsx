import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { DeviceFacts, DeviceListRow } from "../../../shared/device/device";
import { justLoadedMs } from "../../api/query-client";
import { trpc } from "../../api/trpc";
import { formatBytes } from "../../ui/format";
import type { CellValue, Column } from "../../ui/table/column";
import { DeviceTime } from "../../ui/table/list-columns";
import { formatSpan } from "../../ui/time/relative-time";
import { digitsText } from "../../ui/value-display";
import { t } from "../../words/made/devices";
import { toCentimeters } from "./csv-import/line-cells";
import classes from "./devices.module.css";

export type FactsById = ReadonlyMap<string, DeviceFacts>;

const noFacts: FactsById = new Map();

export function factColumns(facts: FactsById): Column<DeviceListRow>[] {
	const column = (id: string, header: string, { value, csv, text, ...format }: FactFormat): Column<DeviceListRow> => ({
		id,
		header,
		isOptional: true,
		isMinor: true,
		...format,
		value: (row) => {
			const known = facts.get(row.id);
			return known ? value(known) : null;
		},
		...(csv && {
			csv: (row) => {
				const known = facts.get(row.id);
				return known ? csv(known) : null;
			},
		}),
		cell: (row) => {
			const known = facts.get(row.id);
			return known ? text(known, row) : <span className={classes.none}>—</span>;
		},
	});
	return [
		column("logging", t("fact.logging"), {
			csvHeader: "Logging interval",
			isNumber: true,
			unit: () => "s",
			value: ({ loggingIntervalSeconds }) => loggingIntervalSeconds,
			text: ({ loggingIntervalSeconds }) => formatSpan(loggingIntervalSeconds * 1000),
		}),
		column("upload", t("fact.upload"), {
			csvHeader: "Upload interval",
			isNumber: true,
			unit: () => "s",
			value: ({ uploadIntervalSeconds }) => uploadIntervalSeconds,
			text: ({ uploadIntervalSeconds }) => formatSpan(uploadIntervalSeconds * 1000),
		}),
		column("retention", t("fact.retention"), {
			isNumber: true,
			unit: () => "days",
			sortWords: [t("fact.shortest"), t("fact.longest")],
			rank: (row) => facts.get(row.id)?.retentionDays ?? Number.MAX_SAFE_INTEGER,
			value: ({ retentionDays }) => retentionDays ?? t("fact.forever"),
			text: ({ retentionDays }) =>
				retentionDays === null ? t("fact.forever") : t("fact.days", { count: retentionDays }),
		}),
		column("altitude", t("fact.altitude"), {
			isNumber: true,
			unit: () => "m",
			value: ({ altitude }) => altitude ?? null,
			csv: ({ altitude }) => (altitude == null ? null : toCentimeters(altitude)),
			text: ({ altitude }) =>
				altitude == null ? <span className={classes.none}>—</span> : `${digitsText(String(altitude))} m`,
		}),
		column("storage", t("fact.storage"), {
			isNumber: true,
			unit: () => "bytes",
			value: ({ usedBytes }) => usedBytes,
			text: ({ usedBytes }) => formatBytes(usedBytes),
		}),
		column("created", t("fact.created"), {
			isSoft: true,
			isTime: true,
			clock: (row) => row,
			value: ({ createdAt }) => new Date(createdAt),
			text: ({ createdAt }, row) => <DeviceTime at={createdAt} clock={row} />,
		}),
	];
}

type FactFormat = Pick<
	Column<DeviceListRow>,
	"csvHeader" | "isNumber" | "isSoft" | "isTime" | "rank" | "sortWords" | "unit" | "clock"
> & {
	value: (facts: DeviceFacts) => CellValue;
	csv?: (facts: DeviceFacts) => CellValue;
	text: (facts: DeviceFacts, row: DeviceListRow) => ReactNode;
};

export function useDeviceFacts(isWanted: boolean): FactsById {
	const { data } = useQuery({
		...trpc.device.getDeviceFacts.queryOptions(),
		enabled: isWanted,
		staleTime: justLoadedMs,
	});
	return useMemo(() => (data ? new Map(data.map((facts) => [facts.id, facts])) : noFacts), [data]);
}
