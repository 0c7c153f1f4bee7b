import { TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "sonner";
import { limits } from "../../../shared/base/limits";
import { ChooseLineSeries, proposedChannel, type WaitingSeries } from "../../../shared/device/line-series";
import { readSeriesText } from "../../../shared/ingest/line-protocol";
import { deviceList } from "../../api/device-list";
import { trpc, trpcClient } from "../../api/trpc";
import { useEntityForm } from "../../forms/entity-form";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/keys";
import classes from "./integrations.module.css";

const isNew = "new";
const isLeft = "left";

type Row = { series: string; channel: string; name: string };
type Values = { deviceId: string; name: string; rows: Row[] };

type ChooseSeriesFormProps = {
	keyId: string;
	/** The proposed name. Null: none. */
	device: string | null;
	series: WaitingSeries[];
	onEnd: () => void;
};

export function ChooseSeriesForm({ keyId, device, series, onEnd }: ChooseSeriesFormProps) {
	const queryClient = useQueryClient();
	const sentRows = useRef<number[]>([]);
	const devices = useQuery(deviceList());
	const { form, formProps, isSaving, failure } = useEntityForm({
		initialValues: initialValues(device, series),
		schema: ChooseLineSeries,
		isCreation: true,
		toInput: (values) => {
			const sent = values.rows.flatMap((row, index) => (row.channel === isLeft ? [] : index));
			sentRows.current = sent;
			return toInput(keyId, values, sent);
		},
		save: (input) => trpcClient.account.chooseLineSeries.mutate(input),
		fieldOf: (path) => {
			if (path.startsWith("device")) return path === "device.name" ? "name" : "deviceId";
			const [, index] = /^series\.(\d+)\./.exec(path) ?? [];
			const row = index === undefined ? undefined : sentRows.current[Number(index)];
			return row === undefined ? null : `rows.${row}.name`;
		},
		onSaved: async () => {
			toast.success(t("lines.saved", { count: sentRows.current.length }));
			onEnd();
			await queryClient.invalidateQueries(trpc.account.getLineSource.pathFilter());
		},
	});
	const { deviceId, rows } = form.getValues();
	const known = useQuery({
		...trpc.device.getDevice.queryOptions({ deviceId }),
		enabled: deviceId !== isNew,
	});
	const channels = deviceId === isNew ? [] : (known.data?.channels ?? []).filter(({ derived }) => !derived);
	const options = [
		{ value: isLeft, label: t("lines.leave") },
		{ value: isNew, label: t("lines.newChannel") },
		...channels.map(({ id, name }) => ({ value: id, label: name })),
	];
	const choices = useSteadyOptions([
		{ value: isNew, label: t("lines.newDevice") },
		...(devices.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
	]);
	return (
		<form {...formProps} className={layout.column}>
			<p className={layout.prose}>{t("lines.chooseLead")}</p>
			<Select
				label={t("device")}
				{...choices}
				searchable
				autoFocus
				withAsterisk
				value={deviceId}
				onChange={(value) => {
					form.setFieldValue("deviceId", value);
					const ofNoDevice = (row: Row) => (row.channel === isLeft ? row : { ...row, channel: isNew });
					form.setFieldValue("rows", rows.map(ofNoDevice));
				}}
				error={form.errors.deviceId}
			/>
			{deviceId === isNew && <TextInput label={t("lines.deviceName")} withAsterisk {...form.getInputProps("name")} />}
			{rows.map((row, index) => (
				<div key={row.series} className={classes.row}>
					<code>{row.series}</code>
					<Select
						label={t("lines.channelOf", { series: row.series })}
						data={options}
						value={row.channel}
						onChange={(value) => form.setFieldValue(`rows.${index}.channel`, value)}
						searchable={options.length > 10}
					/>
					{row.channel === isNew && (
						<TextInput
							label={t("lines.channelName", { series: row.series })}
							withAsterisk
							{...form.getInputProps(`rows.${index}.name`)}
						/>
					)}
				</div>
			))}
			<FormFailure failure={failure} />
			<FormButtons label={t("lines.save")} isBusy={isSaving} onCancel={onEnd} />
		</form>
	);
}

function initialValues(device: string | null, series: WaitingSeries[]): Values {
	const rows = series.slice(0, limits.channelsPerDevice).map(({ series: name }) => {
		const parts = readSeriesText(name);
		return { series: name, channel: isNew, name: parts ? proposedChannel(parts) : name };
	});
	return { deviceId: isNew, name: device ?? "", rows };
}

function toInput(keyId: string, { deviceId, name, rows }: Values, sent: number[]): ChooseLineSeries {
	return {
		keyId,
		device: deviceId === isNew ? { name } : { deviceId },
		series: sent.flatMap((index) => {
			const row = rows[index];
			if (!row) return [];
			return { series: row.series, channel: row.channel === isNew ? { name: row.name } : { channelId: row.channel } };
		}),
	};
}
