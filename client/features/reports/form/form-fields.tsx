import { type ReactNode, useMemo } from "react";
import type { ChannelChoice } from "../../../../shared/alert/conditions/terms";
import type { DeviceListRow } from "../../../../shared/device/device";
import { type ChannelOption, channelKey, channelOptions, channelText } from "../../../entities/channel-choices";
import { Select } from "../../../ui/form/select";
import { useSteadyOptions } from "../../../ui/form/steady-options";
import { useValueStyle } from "../../../ui/value-display";
import { t } from "../../../words/made/reports";
import type { ReportValues } from "./report-values";

export type ErrorAt = (path: string) => string | undefined;

export type SectionProps = {
	values: ReportValues;
	errorAt: ErrorAt;
	onChange: (changes: Partial<ReportValues>, path: string) => void;
};

export const shownOptions = 100;

export function useChannelOptions(devices: DeviceListRow[], chosen: readonly ChannelChoice[]) {
	const style = useValueStyle();
	const offered = useMemo(() => channelOptions(devices, style), [devices, style]);
	const known = new Set(offered.map(({ value }) => value));
	const others = chosen
		.map((channel): ChannelOption => {
			return { value: channelKey(channel), label: channelText(channel, style), channel };
		})
		.filter(({ value }) => !known.has(value));
	const options = [...offered, ...others];
	const channelOf = (key: string) => options.find(({ value }) => value === key)?.channel;
	return { options, channelOf };
}

type ChannelSelectProps = {
	label: string;
	devices: DeviceListRow[];
	channel: ChannelChoice | null;
	error: ReactNode;
	onChange: (channel: ChannelChoice) => void;
};

export function ChannelSelect({ label, devices, channel, error, onChange }: ChannelSelectProps) {
	const { options, channelOf } = useChannelOptions(devices, channel === null ? [] : [channel]);
	const steady = useSteadyOptions(options);
	return (
		<Select
			label={label}
			placeholder={t("chooseAChannel")}
			searchable
			limit={shownOptions}
			nothingFoundMessage={t("noSuchChannel")}
			{...steady}
			value={channel && channelKey(channel)}
			error={error}
			onChange={(key) => {
				const found = channelOf(key);
				if (found) onChange(found);
			}}
		/>
	);
}
