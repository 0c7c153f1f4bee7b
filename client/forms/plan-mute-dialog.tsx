import { TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "sonner";
import type { GetPlannedMutes, MuteWindows, PlannedMute } from "../../shared/alert/planned-mute";
import { ownValue } from "../../shared/base/own-value";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { trpcClient } from "../api/trpc";
import { PlannedTimes } from "../entities/planned-mute";
import { MomentField, ownTimeLabel } from "../ui/form/moment-field";
import { Select } from "../ui/form/select";
import { nightText, viewerZone } from "../ui/time/time-display";
import { typedInstant } from "../ui/time/typed-moment";
import { ActionDialog, NotSent } from "./action-dialog";
import { AlreadyPlanned } from "./already-planned";
import { tonight, useRefreshMuted } from "./mute";
import { WeekHoursField } from "./week-hours-field";

type Muted = NonNullable<GetPlannedMutes> & { deviceIds?: string[] };

type PlanMuteDialogProps = {
	of: Muted;
	hasOwnClock: boolean;
	title?: string;
	/** Also shows the plans of these ids, if no list behind the dialog shows them. */
	plannedFor?: string[];
	onClose: () => void;
};

/** A file's own dialog, so that neither loads before it is opened. */
export function RemovePlannedMute({ mute, onClose }: { mute: PlannedMute; onClose: () => void }) {
	const refresh = useRefreshMuted();
	const remove = async () => {
		await trpcClient.alert.endPlannedMute.mutate({ plannedMuteId: mute.id, how: "remove" });
		await refresh();
		toast.success("Planned mute removed.");
	};
	return (
		<ActionDialog
			isQuestion
			title="Remove this planned mute?"
			size={440}
			label="Remove planned mute"
			run={remove}
			onClose={onClose}
		>
			<p>
				<PlannedTimes mute={mute} />
			</p>
			<p>
				Messages are sent at these times as usual{mute.mutedUntil !== null && ", from now on"}. This cannot be undone.
			</p>
		</ActionDialog>
	);
}

const saturday: WeeklyWindow = { days: [6], from: "08:00", to: "12:00" };

const whenOptions = () => [
	{ value: "tonight", label: `Tonight, ${nightText()}` },
	{ value: "once", label: "Once, from and to…" },
	{ value: "weekly", label: "Every week…" },
];

export function PlanMuteDialog(props: PlanMuteDialogProps) {
	const { of, hasOwnClock, title = "Plan a mute", plannedFor, onClose } = props;
	const refresh = useRefreshMuted();
	const [when, setWhen] = useState("tonight");
	const [typed, setTyped] = useState({ from: "", to: "" });
	const [weekly, setWeekly] = useState<WeeklyWindow[]>([saturday]);
	const [zone, setZone] = useState<"account" | "own">(hasOwnClock && of.groupId === undefined ? "own" : "account");
	const [reason, setReason] = useState("");
	const [faults, setFaults] = useState<Record<string, string>>({});
	const run = async () => {
		const windows = windowsOf({ when, typed, weekly, zone });
		if ("faults" in windows) {
			setFaults(windows.faults);
			throw new NotSent();
		}
		await trpcClient.alert.planMutes.mutate({ ...targetsOf(of), windows, ...(reason.trim() && { reason }) });
		await refresh();
		toast.success("Mute planned.");
	};
	const moment = (name: "from" | "to", label: string) => (
		<MomentField
			label={label}
			description={ownTimeLabel}
			zone={viewerZone}
			value={typed[name]}
			error={ownValue(faults, `windows.spans.0.${name}`)}
			onChange={(text) => {
				setTyped({ ...typed, [name]: text });
				setFaults({});
			}}
		/>
	);
	return (
		<ActionDialog
			title={title}
			size={520}
			label="Plan mute"
			run={run}
			onClose={onClose}
			onRejected={({ fields }) => {
				setFaults(fields);
				return Object.keys(fields).some((path) => path.startsWith("windows.") || path === "reason");
			}}
		>
			<p>
				Nothing is sent in this time. Readings and events are recorded as usual, and contacts of alerts that are still
				open at its end get one message then.
			</p>
			<Select label="When" data-autofocus data={whenOptions()} value={when} onChange={setWhen} />
			{when === "once" && (
				<>
					{moment("from", "From")}
					{moment("to", "To")}
				</>
			)}
			{when === "weekly" && (
				<>
					<WeekHoursField
						noun="muted hours"
						help="Ends the next day if the end is before the start."
						windows={weekly}
						usual={saturday}
						path="windows.weekly"
						errorAt={(path) => ownValue(faults, path)}
						onChange={(next) => {
							setWeekly(next);
							setFaults({});
						}}
					/>
					<Select
						label="By"
						data={zoneOptions(of, hasOwnClock)}
						value={zone}
						onChange={(chosen) => setZone(chosen === "own" ? "own" : "account")}
					/>
				</>
			)}
			<TextInput
				label="Reason (optional)"
				maxLength={255}
				value={reason}
				error={faults.reason}
				onChange={({ currentTarget: { value } }) => setReason(value)}
			/>
			{plannedFor && <AlreadyPlanned targetIds={plannedFor} />}
		</ActionDialog>
	);
}

function zoneOptions({ groupId, deviceIds }: Muted, hasOwnClock: boolean) {
	const own = groupId !== undefined ? "The group's clock" : deviceIds ? "Each device's clock" : "The device's clock";
	return [
		{ value: "account", label: "The account's time zone" },
		...(hasOwnClock ? [{ value: "own", label: own }] : []),
	];
}

function targetsOf({ deviceId, deviceIds, groupId, alertId }: Muted) {
	if (deviceIds !== undefined) return { deviceIds };
	if (deviceId !== undefined) return { deviceIds: [deviceId] };
	return groupId === undefined ? { alertIds: alertId === undefined ? [] : [alertId] } : { groupIds: [groupId] };
}

type Typed = { when: string; typed: { from: string; to: string }; weekly: WeeklyWindow[]; zone: MuteWindows["zone"] };

function windowsOf({ when, typed, weekly, zone }: Typed): MuteWindows | { faults: Record<string, string> } {
	if (when === "weekly") return { zone, weekly, spans: [] };
	if (when === "tonight") return { zone, weekly: [], spans: [tonight(Date.now())] };
	const [from, to] = [typedInstant(viewerZone, typed.from), typedInstant(viewerZone, typed.to)];
	if (from !== null && to !== null) return { zone, weekly: [], spans: [{ from, to }] };
	const name = from === null ? "from" : "to";
	return { faults: { [`windows.spans.0.${name}`]: "Enter a date and a time." } };
}
