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
import { typedNumber } from "../../../forms/typed-setting";
import { ValueInput } from "../../../forms/value-input";
import { Dialog } from "../../../ui/feedback/dialog";
import { FormButtons, FormFailure } from "../../../ui/form/buttons";
import { MomentField } from "../../../ui/form/moment-field";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { useValueStyle, valueText } from "../../../ui/value-display";
import classes from "../device-page.module.css";
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

type CalibrationDialogProps = { device: Device; channel: ChannelLatest | null; onClose: () => void };

export function CalibrationDialog({ device, channel, onClose }: CalibrationDialogProps) {
	return (
		<Dialog
			isForm
			isOpen={channel !== null}
			onClose={onClose}
			title={channel ? `Calibrate ${channel.name}` : "Calibrate"}
		>
			{channel && <CalibrationForm device={device} channel={channel} onClose={onClose} />}
		</Dialog>
	);
}

type CalibrationFormProps = { device: Device; channel: ChannelLatest; onClose: () => void };

function CalibrationForm({ device, channel: opened, onClose }: CalibrationFormProps) {
	const queryClient = useQueryClient();
	const refresh = useRefreshDevice();
	/** The channel as another user saved it since the dialog opened; null: no known change. */
	const [theirs, setTheirs] = useState<ChannelLatest | null>(null);
	const channel = theirs ?? opened;
	const typed = useRef(newCalibration(device, Date.now()));
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
			toast.success("Calibration saved.");
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
		<form {...formProps} className={classes.form}>
			<MomentField
				label="From"
				description={`By the device clock, ${formatClock(device)}, on a quarter hour. Earlier readings stay unchanged.`}
				zone={deviceZone(device)}
				minutesStep={15}
				data-autofocus
				{...form.getInputProps("from")}
				value={form.values.from}
			/>
			<SegmentedControl
				aria-label="How it is given"
				data={[
					{ value: "points", label: "Reference points" },
					{ value: "formula", label: "By a formula" },
				]}
				{...form.getInputProps("way")}
			/>
			{form.values.way === "points" ? (
				<>
					<div className={pairClasses.pair}>
						<ValueInput label="Reading" measure={channel} {...form.getInputProps("reads")} />
						<ValueInput label="Reference value" measure={channel} {...form.getInputProps("should")} />
						<ValueInput label="Second reading" measure={channel} {...form.getInputProps("secondReads")} />
						<ValueInput label="Second reference" measure={channel} {...form.getInputProps("secondShould")} />
					</div>
					<p className={classes.help}>
						Readings as shown at that time. One point shifts all readings; an optional second point also adjusts the
						slope.
					</p>
				</>
			) : (
				<div className={pairClasses.pair}>
					<TextInput label="Times" inputMode="decimal" {...form.getInputProps("scale")} />
					{isOffsetRead(channel, typedNumber(form.values.scale)) ? (
						<ValueInput label="Plus" measure={channel} isDifference {...form.getInputProps("offset")} />
					) : (
						<TextInput label={`Plus (${channel.unit})`} inputMode="decimal" {...form.getInputProps("offset")} />
					)}
				</div>
			)}
			<Outcome values={form.values} channel={channel} device={device} />
			<FormFailure failure={failure} />
			{theirs && <History values={form.values} channel={theirs} device={device} />}
			<FormButtons label="Save calibration" isBusy={isSaving} onCancel={onClose} />
		</form>
	);
}

type TypedProps = { values: CalibrationValues; channel: ChannelLatest; device: Device };

function History({ values, channel, device }: TypedProps) {
	const { calibrations, name } = channel;
	const { from: ownFrom } = toSetCalibration(values, channel, device);
	const isReplacing = calibrations.some(({ from }) => from === ownFrom);
	return (
		<div className={classes.help}>
			By now {name} reads as follows{values.way === "points" && ", and what you typed is counted from there"}. Save
			again to {isReplacing ? "replace the one of the same time with yours" : "add yours"}.
			<ul>
				{[...calibrations].reverse().map((calibration) => (
					<li key={calibration.from}>
						From <TimeStamp at={calibration.from} clock={device} />: {formatFormula(calibration, channel)}
					</li>
				))}
				<li>{calibrations.length === 0 ? "As sent." : "Before: as sent."}</li>
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
		<p className={classes.help} aria-live="polite">
			What it sent {formatFormula(checked.data, channel)}.
			{isReached &&
				` The newest reading, ${valueText(value, channel)}, would be ${valueText(
					recalibrated(value, calibrationAt(channel.calibrations, at), checked.data),
					channel,
				)}.`}
		</p>
	);
}
