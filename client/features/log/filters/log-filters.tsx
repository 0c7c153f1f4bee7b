import { Button, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { ChannelLatest, DeviceListRow } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { quantityTitles } from "../../../../shared/formats/quantity-titles";
import { type Quantity, quantities as usual } from "../../../../shared/formats/units";
import { type LogChannel, LogEntryKind } from "../../../../shared/log/log";
import { MultiSelect, Select } from "../../../ui/form/select";
import { useSteadyOptions } from "../../../ui/form/steady-options";
import classes from "../log.module.css";
import { countEntryFilters, noEntryFilters } from "../state/entry-filters";
import type { LogSearch } from "../state/log-search";
import { isFiltered, type LogState } from "../state/log-state";
import type { ChannelReadings } from "../table/log-readings";
import { EntryFilterChips, type FilterSubject } from "./entry-filter-chips";

/** Same width as in log.module.css: below it the log's controls fold into one bar above the chart. */
export const phone = "(max-width: 560px)";

type LogFiltersProps = {
	state: LogState;
	devices: Pick<DeviceListRow, "id" | "name">[];
	onOffer?: () => void;
	groups: GroupListRow[];
	channels: Pick<ChannelLatest, "id" | "name">[] | null;
	subjects?: FilterSubject[];
	onSearch: (change: LogSearch) => void;
};

const kinds = LogEntryKind.options.map((kind) => ({
	value: kind,
	label: { reading: "Readings", event: "Events", alert: "Alerts", config: "Change", note: "Notes", system: "System" }[
		kind
	],
}));

export const noFilters = {
	device: undefined,
	group: undefined,
	channel: undefined,
	kind: undefined,
	...noEntryFilters,
};

export function LogFilters(props: LogFiltersProps) {
	const { state, onSearch } = props;
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const places = useId();
	const [isWanted, setIsWanted] = useState(false);
	const chosen = [state.deviceIds, state.groupIds, state.channelIds, state.kinds].filter(
		({ length }) => length > 0,
	).length;
	const count = chosen + countEntryFilters(state.filters);
	const isOpen = !isPhone || isWanted;
	return (
		<search className={classes.filters} aria-label="Filter the log">
			{isPhone && (
				<Button
					variant="default"
					className={classes.control}
					aria-expanded={isOpen}
					aria-controls={isOpen ? places : undefined}
					data-chosen={count > 0 || undefined}
					onClick={() => setIsWanted(!isOpen)}
				>
					<IconFilter size={17} stroke={1.7} />
					<VisuallyHidden>Filters</VisuallyHidden>
					{count > 0 && ` (${count})`}
				</Button>
			)}
			{isOpen && (
				<div id={places} className={classes.fields}>
					<PlaceFilters {...props} />
					<EntryFilterChips filters={state.filters} subjects={props.subjects ?? []} onSearch={onSearch} />
					{isFiltered(state) && (
						<Button variant="subtle" size="compact-md" onClick={() => onSearch(noFilters)}>
							Clear all
						</Button>
					)}
				</div>
			)}
		</search>
	);
}

function PlaceFilters({ state, devices, onOffer, groups, channels, onSearch }: LogFiltersProps) {
	const deviceChoices = useSteadyOptions(devices.map((device) => ({ value: device.id, label: device.name })));
	return (
		<div className={classes.places}>
			<MultiSelect
				className={classes.deviceFilter}
				classNames={{ inputField: classes.deviceSearch }}
				aria-label="Devices"
				placeholder={state.deviceIds.length === 0 ? "All devices" : undefined}
				{...deviceChoices}
				onFocus={onOffer}
				onPointerEnter={onOffer}
				value={state.deviceIds}
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
					value={state.groupIds[0] ?? null}
					onChange={(groupId) => onSearch({ group: groupId ?? undefined, channel: undefined })}
					searchable
					nothingFoundMessage="No group of this name"
					clearable
				/>
			)}
			{channels && (
				<MultiSelect
					className={classes.groupFilter}
					aria-label="Channels"
					placeholder={state.channelIds.length === 0 ? "All channels" : undefined}
					data={channels.map((channel) => ({ value: channel.id, label: channel.name }))}
					value={state.channelIds}
					onChange={(ids) => onSearch({ channel: listText(ids) })}
					clearable
				/>
			)}
			<MultiSelect
				className={classes.groupFilter}
				aria-label="Kinds"
				placeholder={state.kinds.length === 0 ? "All types" : undefined}
				data={kinds}
				value={state.kinds}
				onChange={(chosen) => onSearch({ kind: listText(chosen) })}
				clearable
			/>
		</div>
	);
}

function listText(ids: string[]): string | undefined {
	return ids.join(",") || undefined;
}

type Measuring = Pick<LogChannel, "id" | "name" | "unit">;

export function subjectsOf(measured: Quantity[], shown: ChannelReadings[], channels: Measuring[]): FilterSubject[] {
	const ofQuantities = measured.map((quantity) => {
		const own = shown.filter(({ channel }) => channel.quantity === quantity).map(({ channel }) => channel.unit);
		const [unit = usual[quantity].unit, ...others] = new Set(own);
		return { value: quantity, label: quantityTitles[quantity], unit: others.length === 0 ? unit : "" };
	});
	return [...ofQuantities, ...channels.map(({ id, name, unit }) => ({ value: id, label: `Channel ${name}`, unit }))];
}
