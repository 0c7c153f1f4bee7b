import { Select, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { deviceZone, type Zone } from "../../shared/time-zones";
import { trpcClient } from "../api/trpc";
import { viewerZone } from "../ui/time/time-display";
import { instantOf } from "../ui/time/wall-time";
import { ActionForm, type ActionProps } from "./action-form";
import classes from "./actions.module.css";
import type { ActedDevice } from "./device-changes";

const hourMs = 60 * 60 * 1000;

/** Milliseconds; `until` shows a field for a time. */
const spans = [
	{ value: String(hourMs), label: "1 hour" },
	{ value: String(8 * hourMs), label: "8 hours" },
	{ value: String(24 * hourMs), label: "24 hours" },
	{ value: String(7 * 24 * hourMs), label: "7 days" },
	{ value: "until", label: "Until…" },
];
const usualSpan = String(8 * hourMs);

export function MuteForm(action: ActionProps) {
	const { devices } = action;
	const [span, setSpan] = useState(usualSpan);
	const [moment, setMoment] = useState("");
	const [reason, setReason] = useState("");
	const [isSubmitted, setIsSubmitted] = useState(false);
	const [refused, setRefused] = useState<Record<string, string>>({});
	const momentField = useRef<HTMLInputElement>(null);
	const clock = clockOf(devices);
	const isMoment = span === "until";
	const untilOf = (now: number) => (isMoment ? instantOf(clock.zone, moment) : now + Number(span));
	const complaint = momentComplaint(untilOf(Date.now()));
	return (
		<ActionForm
			{...action}
			verb="Mute"
			messages={{ one: (name) => `${name} is muted.`, many: (count) => `${count} muted` }}
			complaint={complaint}
			onComplaint={() => {
				setIsSubmitted(true);
				momentField.current?.focus();
			}}
			onRefused={(fields) => {
				setRefused(fields);
				return "until" in fields || "reason" in fields;
			}}
			run={() =>
				trpcClient.device.muteDevices.mutate({
					deviceIds: devices.map(({ id }) => id),
					until: untilOf(Date.now()),
					...(reason.trim() !== "" && { reason }),
				})
			}
		>
			<p className={classes.help}>
				{devices.length === 1 ? "This device won't" : "These devices won't"} send notifications while muted. Readings
				and events are recorded as usual.
			</p>
			<Select
				label="For"
				data-autofocus
				openOnFocus={false}
				data={spans}
				allowDeselect={false}
				value={span}
				error={isMoment ? undefined : refused.until}
				onChange={(value) => setSpan(value ?? usualSpan)}
			/>
			{isMoment && (
				<TextInput
					ref={momentField}
					type="datetime-local"
					label="Until"
					description={clock.label}
					value={moment}
					error={(isSubmitted ? complaint : null) ?? refused.until}
					onChange={({ currentTarget: { value } }) => {
						setMoment(value);
						setRefused({});
					}}
				/>
			)}
			<TextInput
				label="Reason"
				description="Optional. Visible to everyone with access."
				maxLength={255}
				value={reason}
				error={refused.reason}
				onChange={({ currentTarget: { value } }) => {
					setReason(value);
					setRefused({});
				}}
			/>
		</ActionForm>
	);
}

/** Several devices may have different clocks; then the viewer's counts. */
function clockOf([first, ...others]: ActedDevice[]): { zone: Zone; label: string } {
	if (first && others.length === 0) return { zone: deviceZone(first), label: "By the device clock." };
	return { zone: viewerZone, label: "In your own time." };
}

function momentComplaint(until: number | null): string | null {
	if (until === null) return "Choose a time.";
	return until <= Date.now() ? "Choose a time to come." : null;
}
