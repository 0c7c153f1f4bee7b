import { Button } from "@mantine/core";
import { useMemo } from "react";
import type { ChannelLatest, DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import type { LogPage } from "../../../shared/log";
import { Card } from "../../ui/card";
import { PageHead } from "../../ui/page-head";
import { useTimeDisplayMode, viewerZone } from "../../ui/time-display";
import { ChartCard } from "./chart-card";
import { EmptyRange } from "./empty-range";
import classes from "./log.module.css";
import { formatSpanIn, logClock } from "./log-clock";
import { LogControls } from "./log-controls";
import { LogFilters } from "./log-filters";
import { gatherReadings } from "./log-readings";
import { columnTitles } from "./log-rows";
import type { LogSearch } from "./log-search";
import { LogTable } from "./log-table";
import type { LogView } from "./log-view";

/** With more value columns than this the long form reads better. */
const wideColumnLimit = 8;

type LogScreenProps = {
	view: LogView;
	pages: LogPage[];
	devices: DeviceListRow[];
	groups: GroupListRow[];
	channels: ChannelLatest[] | null;
	/** Null when there is nothing older to load. */
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	onSearch: (change: LogSearch) => void;
};

export function LogScreen(props: LogScreenProps) {
	const { view, pages, devices, groups, channels, onOlder, isLoadingOlder, onSearch } = props;
	const mode = useTimeDisplayMode();
	const log = useMemo(() => gatherReadings(pages), [pages]);
	const page = pages[0];
	const span = useMemo(() => ({ from: page?.from ?? 0, to: page?.to ?? 0 }), [page?.from, page?.to]);
	if (!page) return null;
	const clock = logClock({ page, devices: log.devices, mode, viewerZone });
	const readingCount = log.channels.reduce((count, { times }) => count + times.length, 0);
	const form = view.form ?? (columnTitles(log.channels).length > wideColumnLimit ? "long" : "wide");

	return (
		<>
			<PageHead title="Log" subtitle={`${formatSpanIn(clock.zone, span, Date.now())} · ${clock.words}`}>
				<LogControls view={view} to={span.to} onSearch={onSearch} />
			</PageHead>
			<LogFilters view={view} form={form} devices={devices} groups={groups} channels={channels} onSearch={onSearch} />
			{readingCount + log.events.length === 0 ? (
				<Card>
					<EmptyRange page={page} view={view} hasDevices={devices.length > 0} onSearch={onSearch} />
				</Card>
			) : (
				<>
					<ChartCard
						channels={log.channels}
						span={span}
						clock={clock}
						chosen={view.quantity}
						isPartial={onOlder !== null}
						onChoose={(quantity) => onSearch({ quantity })}
					/>
					<Card>
						<LogTable log={log} form={form} clock={clock} />
					</Card>
					{onOlder && (
						<div className={classes.older}>
							<span>The newest {readingCount.toLocaleString("en-US")} readings of this range are loaded.</span>
							<Button variant="default" size="compact-md" loading={isLoadingOlder} onClick={onOlder}>
								Load older
							</Button>
						</div>
					)}
				</>
			)}
		</>
	);
}
