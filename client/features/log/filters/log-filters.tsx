import type { ReactNode } from "react";
import { limits } from "../../../../shared/base/limits";
import type { ChannelLatest, DeviceListRow } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { quantityTitles } from "../../../../shared/formats/quantity-titles";
import { type Quantity, quantities as usual } from "../../../../shared/formats/units";
import { type LogChannel, LogEntryKind, LogLevel } from "../../../../shared/log/log";
import { FilterBar } from "../../../ui/table/filter-bar";
import { choiceField, type FilterField } from "../../../ui/table/filter-field";
import { SearchBox } from "../../../ui/table/search-box";
import { useValueStyle } from "../../../ui/value-display";
import { t } from "../../../words/made/log";
import {
	type EntryFilters,
	noEntryFilters,
	onlyFilters,
	rangeLabel,
	searchOfFilters,
	subjectText,
} from "../state/entry-filters";
import type { LogSearch } from "../state/log-search";
import { isFiltered, type LogState } from "../state/log-state";
import type { ChannelReadings } from "../table/log-readings";
import { type FilterSubject, ValueForm } from "./value-form";

/** Same width as in log.module.css: below it the log's controls fold into one bar above the chart. */
export const phone = "(max-width: 560px)";

type LogFiltersProps = {
	state: LogState;
	devices: Pick<DeviceListRow, "id" | "name">[];
	areDevicesLoading?: boolean;
	onOffer?: () => void;
	groups: GroupListRow[];
	channels: Pick<ChannelLatest, "id" | "name">[] | null;
	subjects?: FilterSubject[];
	views?: ReactNode;
	onSearch: (change: LogSearch) => void;
};

const kinds = LogEntryKind.options.map((kind) => ({
	value: kind,
	label: t(`kind.${kind}`),
}));
const levels = LogLevel.options.map((level) => ({ value: level, label: t(`level.${level}`) }));

export const noFilters = {
	device: undefined,
	group: undefined,
	channel: undefined,
	kind: undefined,
	...noEntryFilters,
};

export function LogFilters({ views, ...props }: LogFiltersProps) {
	const { state, onSearch } = props;
	useValueStyle();
	return (
		<FilterBar
			things="log"
			search={
				<SearchBox
					label={t("filter.search")}
					placeholder={t("filter.searchHint")}
					text={state.filters.text}
					maxLength={limits.logSearchLength}
					onText={(text) => onSearch({ text })}
				/>
			}
			fields={[...thingFields(props), ...entryFields(props)]}
			isFiltered={isFiltered(state)}
			onClear={() => onSearch(noFilters)}
			views={views}
		/>
	);
}

function thingFields({ state, devices, areDevicesLoading = false, onOffer, groups, ...of }: LogFiltersProps) {
	const { channels, onSearch } = of;
	const optionsOf = (named: Named[]) => named.map(({ id, name }) => ({ value: id, label: name }));
	const nameFrom = (named: Named[], gone: string) => (id: string) => named.find((each) => each.id === id)?.name ?? gone;
	return [
		choiceField({
			name: "device",
			label: t("filter.device"),
			chosen: state.deviceIds,
			options: () => (areDevicesLoading ? null : optionsOf(devices)),
			labelOf: nameFrom(devices, t("filter.deletedDevice")),
			onOpen: onOffer,
			onChoose: (ids) => onSearch({ device: listText(ids), channel: undefined }),
		}),
		choiceField({
			name: "group",
			label: t("filter.group"),
			chosen: state.groupIds,
			options: () => optionsOf(groups),
			labelOf: nameFrom(groups, t("filter.deletedGroup")),
			onChoose: (ids) => onSearch({ group: listText(ids), channel: undefined }),
		}),
		choiceField({
			name: "channel",
			label: t("channel"),
			chosen: state.channelIds,
			options: () => optionsOf(channels ?? []),
			labelOf: nameFrom(channels ?? [], t("filter.someChannel")),
			onChoose: (ids) => onSearch({ channel: listText(ids) }),
		}),
		choiceField({
			name: "kind",
			label: t("filter.type"),
			chosen: state.kinds,
			options: () => kinds,
			onChoose: (chosen) => onSearch({ kind: listText(chosen) }),
		}),
	];
}

type Named = { id: string; name: string };

function entryFields({ state: { filters }, subjects = [], onSearch }: LogFiltersProps): FilterField[] {
	const change = (changed: Partial<EntryFilters>) => onSearch(searchOfFilters({ ...filters, ...changed }));
	const { values } = filters;
	const offered = withRequested(subjects, filters);
	const subject = values && offered.find(({ value }) => value === subjectText(values));
	return [
		choiceField({
			name: "level",
			label: t("filter.level"),
			chosen: filters.levels,
			options: () => levels,
			onChoose: (chosen) => change({ levels: LogLevel.options.filter((level) => chosen.includes(level)) }),
		}),
		{
			name: "value",
			label: t("filter.value"),
			chip: values && `${subject?.label ?? t("filter.value")} ${rangeLabel(values, subject ?? undefined)}`,
			onClear: () => change({ values: null }),
			form: (onDone) => (
				<ValueForm
					values={values}
					subjects={offered}
					onSet={(next) => {
						change({ values: next });
						onDone();
					}}
				/>
			),
		},
		choiceField({
			name: "only",
			label: t("filter.only"),
			chosen: onlyFilters.filter(({ key }) => filters[key]).map(({ part }) => part),
			options: () => onlyFilters.map(({ part, label, text }) => ({ value: part, label, note: text })),
			onChoose: (chosen) =>
				change(Object.fromEntries(onlyFilters.map(({ key, part }) => [key, chosen.includes(part)]))),
		}),
	];
}

function withRequested(subjects: FilterSubject[], { values }: EntryFilters): FilterSubject[] {
	const requested = values ? subjectText(values) : undefined;
	if (!values || requested === undefined || subjects.some(({ value }) => value === requested)) return subjects;
	const label = values.quantity ? quantityTitles[values.quantity] : t("filter.otherChannel");
	const { quantity = "other" } = values;
	return [...subjects, { value: requested, label, quantity, unit: usual[quantity].unit }];
}

function listText(ids: string[]): string | undefined {
	return ids.join(",") || undefined;
}

type Measuring = Pick<LogChannel, "id" | "name" | "quantity" | "unit">;

export function subjectsOf(measured: Quantity[], shown: ChannelReadings[], channels: Measuring[]): FilterSubject[] {
	const ofQuantities = measured.map((quantity) => {
		const own = shown.filter(({ channel }) => channel.quantity === quantity).map(({ channel }) => channel.unit);
		const [unit = usual[quantity].unit, ...others] = new Set(own);
		return { value: quantity, label: quantityTitles[quantity], quantity, unit: others.length === 0 ? unit : "" };
	});
	return [
		...ofQuantities,
		...channels.map(({ id, name, quantity, unit }) => ({
			value: id,
			label: t("filter.channelNamed", { name }),
			quantity,
			unit,
		})),
	];
}
