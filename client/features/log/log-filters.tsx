import { Button, MultiSelect, Select } from "@mantine/core";
import type { ChannelLatest, DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { LogEntryKind } from "../../../shared/log";
import { useSteadyOptions } from "../../ui/steady-options";
import { EntryFilterChips } from "./entry-filter-chips";
import { noEntryFilters } from "./entry-filters";
import classes from "./log.module.css";
import type { LogSearch } from "./log-search";
import { isFiltered, type LogView } from "./log-view";

type LogFiltersProps = {
	view: LogView;
	devices: Pick<DeviceListRow, "id" | "name">[];
	groups: GroupListRow[];
	/** Of the one device chosen; null while several are shown. */
	channels: Pick<ChannelLatest, "id" | "name">[] | null;
	onSearch: (change: LogSearch) => void;
};

const kinds = LogEntryKind.options.map((kind) => ({
	value: kind,
	label: { reading: "Readings", event: "Events", alert: "Alerts", config: "Changes", note: "Notes", system: "System" }[
		kind
	],
}));

/** What the filters are when nothing is filtered. */
export const noFilters = {
	...{ device: undefined, group: undefined, channel: undefined, kind: undefined },
	...noEntryFilters,
};

export function LogFilters({ view, devices, groups, channels, onSearch }: LogFiltersProps) {
	const deviceChoices = useSteadyOptions(devices.map(({ id, name }) => ({ value: id, label: name })));
	return (
		<search className={classes.filters} aria-label="Filter the log">
			<MultiSelect
				className={classes.deviceFilter}
				classNames={{ inputField: classes.deviceSearch }}
				aria-label="Devices"
				placeholder={view.deviceIds.length === 0 ? "All devices" : undefined}
				{...deviceChoices}
				value={view.deviceIds}
				onChange={(ids) => onSearch({ device: listText(ids), channel: undefined })}
				searchable
				clearable
				nothingFoundMessage="No device of this name"
				limit={100}
			/>
			{groups.length > 0 && (
				<Select
					className={classes.groupFilter}
					aria-label="Group"
					placeholder="All groups"
					data={groups.map(({ id, name }) => ({ value: id, label: name }))}
					value={view.groupIds[0] ?? null}
					onChange={(id) => onSearch({ group: id ?? undefined, channel: undefined })}
					clearable
				/>
			)}
			{channels && (
				<MultiSelect
					className={classes.groupFilter}
					aria-label="Channels"
					placeholder={view.channelIds.length === 0 ? "All channels" : undefined}
					data={channels.map(({ id, name }) => ({ value: id, label: name }))}
					value={view.channelIds}
					onChange={(ids) => onSearch({ channel: listText(ids) })}
					clearable
				/>
			)}
			<MultiSelect
				className={classes.groupFilter}
				aria-label="Kinds"
				placeholder={view.kinds.length === 0 ? "Everything" : undefined}
				data={kinds}
				value={view.kinds}
				onChange={(chosen) => onSearch({ kind: listText(chosen) })}
				clearable
			/>
			<EntryFilterChips filters={view.filters} onSearch={onSearch} />
			{isFiltered(view) && (
				<Button variant="subtle" size="compact-md" onClick={() => onSearch(noFilters)}>
					Clear all
				</Button>
			)}
			{!channels && <span className={classes.hint}>Choose one device to pick its channels.</span>}
		</search>
	);
}

function listText(ids: string[]): string | undefined {
	return ids.length > 0 ? ids.join(",") : undefined;
}
