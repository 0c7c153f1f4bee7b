import { Button, MultiSelect, SegmentedControl, Select } from "@mantine/core";
import type { ChannelLatest, DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import classes from "./log.module.css";
import type { LogSearch } from "./log-search";
import type { LogForm, LogView } from "./log-view";

type LogFiltersProps = {
	view: LogView;
	form: LogForm;
	devices: DeviceListRow[];
	groups: GroupListRow[];
	/** Of the one device chosen; null while several are shown. */
	channels: ChannelLatest[] | null;
	onSearch: (change: LogSearch) => void;
};

export function LogFilters({ view, form, devices, groups, channels, onSearch }: LogFiltersProps) {
	const isFiltered = view.deviceIds.length + view.groupIds.length + view.channelIds.length > 0;
	return (
		<search className={classes.filters} aria-label="Filter readings">
			<MultiSelect
				className={classes.deviceFilter}
				aria-label="Devices"
				placeholder={view.deviceIds.length === 0 ? "All devices" : undefined}
				data={devices.map(({ id, name }) => ({ value: id, label: name }))}
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
			{channels ? (
				<MultiSelect
					className={classes.groupFilter}
					aria-label="Channels"
					placeholder={view.channelIds.length === 0 ? "All channels" : undefined}
					data={channels.map(({ id, name }) => ({ value: id, label: name }))}
					value={view.channelIds}
					onChange={(ids) => onSearch({ channel: listText(ids) })}
					clearable
				/>
			) : (
				<span className={classes.hint}>Choose one device to pick its channels.</span>
			)}
			{isFiltered && (
				<Button
					variant="subtle"
					size="compact-md"
					onClick={() => onSearch({ device: undefined, group: undefined, channel: undefined })}
				>
					Clear
				</Button>
			)}
			<div className={classes.form}>
				<SegmentedControl
					aria-label="Table form"
					size="xs"
					data={[
						{ value: "wide", label: "Wide" },
						{ value: "long", label: "Long" },
					]}
					value={form}
					onChange={(value) => onSearch({ form: value })}
				/>
			</div>
		</search>
	);
}

function listText(ids: string[]): string | undefined {
	return ids.length > 0 ? ids.join(",") : undefined;
}
