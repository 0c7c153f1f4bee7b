import { Button, MultiSelect, Select } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronDown, IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { ChannelLatest, DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { LogEntryKind } from "../../../shared/log";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { EntryFilterChips } from "./entry-filter-chips";
import { noEntryFilters } from "./entry-filters";
import classes from "./log.module.css";
import type { LogSearch } from "./log-search";
import { isFiltered, type LogView } from "./log-view";

/** Same width as in log.module.css: the fields would fill a phone's first screen. */
const phone = "(max-width: 560px)";

type LogFiltersProps = {
	view: LogView;
	devices: Pick<DeviceListRow, "id" | "name">[];
	groups: GroupListRow[];
	channels: Pick<ChannelLatest, "id" | "name">[] | null;
	onSearch: (change: LogSearch) => void;
};

const kinds = LogEntryKind.options.map((kind) => ({
	value: kind,
	label: { reading: "Readings", event: "Events", alert: "Alerts", config: "Changes", note: "Notes", system: "System" }[
		kind
	],
}));

export const noFilters = {
	...{ device: undefined, group: undefined, channel: undefined, kind: undefined },
	...noEntryFilters,
};

export function LogFilters(props: LogFiltersProps) {
	const { view, onSearch } = props;
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const places = useId();
	const chosen = [view.deviceIds, view.groupIds, view.channelIds, view.kinds].filter(({ length }) => length > 0).length;
	// Only the initial state: removing the last filter must not close the fields.
	const [isWanted, setIsWanted] = useState(chosen > 0);
	const isOpen = !isPhone || isWanted;
	return (
		<search className={classes.filters} aria-label="Filter the log">
			{isPhone && (
				<Button
					variant="default"
					size="compact-md"
					aria-expanded={isOpen}
					aria-controls={isOpen ? places : undefined}
					leftSection={<IconFilter size={16} stroke={1.7} />}
					rightSection={<IconChevronDown className={classes.opener} size={15} stroke={1.7} />}
					onClick={() => setIsWanted(!isOpen)}
				>
					{chosen > 0 ? `Filters (${chosen})` : "Filters"}
				</Button>
			)}
			{isOpen && <PlaceFilters {...props} id={places} />}
			<EntryFilterChips filters={view.filters} onSearch={onSearch} />
			{isFiltered(view) && (
				<Button variant="subtle" size="compact-md" onClick={() => onSearch(noFilters)}>
					Clear all
				</Button>
			)}
			{isOpen && !props.channels && <span className={classes.hint}>Choose one device to pick its channels.</span>}
		</search>
	);
}

function PlaceFilters({ id, view, devices, groups, channels, onSearch }: LogFiltersProps & { id: string }) {
	const deviceChoices = useSteadyOptions(devices.map((device) => ({ value: device.id, label: device.name })));
	return (
		<div id={id} className={classes.places}>
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
					data={groups.map((group) => ({ value: group.id, label: group.name }))}
					value={view.groupIds[0] ?? null}
					onChange={(groupId) => onSearch({ group: groupId ?? undefined, channel: undefined })}
					clearable
				/>
			)}
			{channels && (
				<MultiSelect
					className={classes.groupFilter}
					aria-label="Channels"
					placeholder={view.channelIds.length === 0 ? "All channels" : undefined}
					data={channels.map((channel) => ({ value: channel.id, label: channel.name }))}
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
		</div>
	);
}

function listText(ids: string[]): string | undefined {
	return ids.length > 0 ? ids.join(",") : undefined;
}
