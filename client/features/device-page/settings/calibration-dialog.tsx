import { SegmentedControl, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { calibrationAt, SetCalibration } from "../../../../shared/device/calibration";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { deviceZone } from "../../../../shared/time/time-zones";
import { readFailure } from "../../../api/api-error";
import { trpc, trpcClient } from "../../../api/trpc";
import { formatClock } from "../../../entities/clock-labels";
import { useEntityForm } from "../../../forms/entity-form";
import { SecondPersonNote } from "../../../forms/second-person-note";
import { typedNumber } from "../../../forms/typed-setting";
import { ValueInput } from "../../../forms/value-input";
import { Dialog } from "../../../ui/feedback/dialog";
import { FormButtons, FormFailure } from "../../../ui/form/buttons";
import { MomentField } from "../../../ui/form/moment-field";
import layout from "../../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { useValueStyle, valueText } from "../../../ui/value-display";
import { rich, t } from "../../../words/made/device";
import { useRefreshDevice } from "../use-refresh-device";
import {
	type CalibrationValues,
	fieldOfCalibration,
	formatFormula,
	isOffsetRead,
	newCalibration,
	recalibrated,
	toSetCalibration,
} from "./calibration-values";
import pairClasses from "./settings.module.css";

type CalibrationDialogProps = {
	device: Device;
	channel: ChannelLatest | null;
	/** Values that the form begins with. */
	filled?: Partial<CalibrationValues> | null;
	onClose: () => void;
};

export function CalibrationDialog({ device, channel, filled = null, onClose }: CalibrationDialogProps) {
	return (
		<Dialog
			isForm
			isOpen={channel !== null}
			onClose={onClose}
			title={channel ? t("calibration.channel", { channel: channel.name }) : t("calibration.any")}
		>
			{channel && <CalibrationForm device={device} channel={channel} filled={filled} onClose={onClose} />}
		</Dialog>
	);
}

type CalibrationFormProps = Required<CalibrationDialogProps> & { channel: ChannelLatest };

function CalibrationForm({ device, channel: opened, filled, onClose }: CalibrationFormProps) {
	const queryClient = useQueryClient();
	const refresh = useRefreshDevice();
	/** The channel as another user saved it since the dialog opened; null: no known change. */
	const [theirs, setTheirs] = useState<ChannelLatest | null>(null);
	const channel = theirs ?? opened;
	const typed = useRef({ ...newCalibration(device, Date.now()), ...filled });
	const { form, formProps, isSaving, failure } = useEntityForm<CalibrationValues, SetCalibration, Device>({
		initialValues: typed.current,
		schema: SetCalibration,
		toInput: (values) => {
			typed.current = values;
			return toSetCalibration(values, channel, device);
		},
		fieldOf: (path) => fieldOfCalibration(path, typed.current),
		save: async (input) => {
			try {
				return await trpcClient.device.setCalibration.mutate(input);
			} catch (error) {
				if (readFailure(error).reason === "CHANGED_MEANWHILE") setTheirs(await channelNow());
				throw error;
			}
		},
		onSaved: () => {
			toast.success(t("calibration.saved"));
			onClose();
			void refresh();
		},
	});
	useValueStyle();

	async function channelNow(): Promise<ChannelLatest> {
		const options = trpc.device.getDevice.queryOptions({ deviceId: device.id });
		const { channels } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
		return channels.find(({ id }) => id === opened.id) ?? { ...opened, calibrations: [] };
	}

	return (
		<form {...formProps} className={layout.grid}>
			<SecondPersonNote kind="calibrations" />
			<MomentField
				label={t("calibration.start")}
				description={t("calibration.start.text", { clock: formatClock(device) })}
				zone={deviceZone(device)}
				minutesStep={15}
				data-autofocus
				{...form.getInputProps("from")}
				value={form.values.from}
			/>
			<SegmentedControl
				size="sm"
				aria-label={t("calibration.way")}
				data={[
					{ value: "points", label: t("calibration.points") },
					{ value: "formula", label: t("calibration.formula") },
				]}
				{...form.getInputProps("way")}
			/>
			{form.values.way === "points" ? (
				<>
					<div className={pairClasses.pair}>
						<ValueInput label={t("calibration.reading")} measure={channel} {...form.getInputProps("reads")} />
						<ValueInput label={t("calibration.reference")} measure={channel} {...form.getInputProps("should")} />
						<ValueInput
							label={t("calibration.secondReading")}
							measure={channel}
							{...form.getInputProps("secondReads")}
						/>
						<ValueInput
							label={t("calibration.secondReference")}
							measure={channel}
							{...form.getInputProps("secondShould")}
						/>
					</div>
					<p className={layout.wrappedNote}>{t("calibration.points.text")}</p>
				</>
			) : (
				<div className={pairClasses.pair}>
					<TextInput label={t("calibration.times")} inputMode="decimal" {...form.getInputProps("scale")} />
					{isOffsetRead(channel, typedNumber(form.values.scale)) ? (
						<ValueInput
							label={t("calibration.plus")}
							measure={channel}
							isDifference
							{...form.getInputProps("offset")}
						/>
					) : (
						<TextInput
							label={t("calibration.plusIn", { unit: channel.unit })}
							inputMode="decimal"
							{...form.getInputProps("offset")}
						/>
					)}
				</div>
			)}
			<Outcome values={form.values} channel={channel} device={device} />
			<FormFailure failure={failure} />
			{theirs && <History values={form.values} channel={theirs} device={device} />}
			<FormButtons label={t("calibration.save")} isBusy={isSaving} onCancel={onClose} />
		</form>
	);
}

type TypedProps = { values: CalibrationValues; channel: ChannelLatest; device: Device };

function History({ values, channel, device }: TypedProps) {
	const { calibrations, name } = channel;
	const { from: ownFrom } = toSetCalibration(values, channel, device);
	const isReplacing = calibrations.some(({ from }) => from === ownFrom);
	return (
		<div className={layout.wrappedNote}>
			{values.way === "points"
				? t("calibration.now.points", { channel: name })
				: t("calibration.now", { channel: name })}{" "}
			{isReplacing ? t("calibration.saveToReplace") : t("calibration.saveToAdd")}
			<ul>
				{[...calibrations].reverse().map((calibration) => (
					<li key={calibration.from}>
						{rich("calibration.from", {
							time: <TimeStamp at={calibration.from} clock={device} />,
							formula: formatFormula(calibration, channel),
						})}
					</li>
				))}
				<li>{calibrations.length === 0 ? t("calibration.none") : t("calibration.before")}</li>
			</ul>
		</div>
	);
}

function Outcome({ values, channel, device }: TypedProps) {
	const checked = SetCalibration.safeParse(toSetCalibration(values, channel, device));
	if (!checked.success) return null;
	const { from } = checked.data;
	const { value, at } = channel;
	const isReached = value !== null && at !== null && at >= from;
	return (
		<p className={layout.wrappedNote} aria-live="polite">
			{t("calibration.outcome", { formula: formatFormula(checked.data, channel) })}
			{isReached &&
				` ${t("calibration.newest", {
					value: valueText(value, channel),
					changed: valueText(recalibrated(value, calibrationAt(channel.calibrations, at), checked.data), channel),
				})}`}
		</p>
	);
}
